package dev.sluice.emulators;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An index with one empty package, which keeps pip waiting until it is opened. */
final class TinyIndex implements AutoCloseable {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);
  private final AtomicInteger questions = new AtomicInteger();
  private final HttpServer server;

  TinyIndex() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/simple/tiny/", this::list);
    server.createContext("/tiny-1.0-py3-none-any.whl", exchange -> answer(exchange, wheel()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  static Installation installation(Path cache, String text) {
    return new Installation(
        cache, new Requirements("tiny", "tiny", text, ""), new PackageBuilder("Tiny", ""));
  }

  String requirements() {
    int port = server.getAddress().getPort();
    return "--index-url http://127.0.0.1:%d/simple/%ntiny==1.0%n".formatted(port);
  }

  void awaitQuestion() throws InterruptedException {
    asked.await();
  }

  void open() {
    opened.countDown();
  }

  int questions() {
    return questions.get();
  }

  private void list(HttpExchange exchange) throws IOException {
    questions.incrementAndGet();
    asked.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    String link = "<a href='/tiny-1.0-py3-none-any.whl'>tiny-1.0-py3-none-any.whl</a>";
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    answer(exchange, link.getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(HttpExchange exchange, byte[] body) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static byte[] wheel() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      add(zip, "tiny.py", "");
      add(zip, "tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n");
      add(
          zip,
          "tiny-1.0.dist-info/WHEEL",
          "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
      add(zip, "tiny-1.0.dist-info/RECORD", "");
    }
    return bytes.toByteArray();
  }

  private static void add(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    open();
    server.stop(0);
  }
}
