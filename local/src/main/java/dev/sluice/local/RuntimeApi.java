package dev.sluice.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The Lambda Runtime API as one execution environment sees it. Each process gets a server of its
 * own: the long poll of a dead process must not swallow the event of its successor.
 */
final class RuntimeApi implements AutoCloseable {

  private static final String NEXT = "/2018-06-01/runtime/invocation/next";
  private static final String INVOCATION = "/2018-06-01/runtime/invocation/";
  private static final String INIT_ERROR = "/2018-06-01/runtime/init/error";

  private record HandedOver(Invocation invocation, Instant deadline) {}

  private final String functionArn;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LinkedBlockingQueue<HandedOver> events = new LinkedBlockingQueue<>();
  private final CompletableFuture<Function<Report, Answer>> initError = new CompletableFuture<>();
  private volatile CompletableFuture<Void> idle = new CompletableFuture<>();
  private volatile @Nullable Invocation current;

  private RuntimeApi(String functionArn, HttpServer server) {
    this.functionArn = functionArn;
    this.server = server;
  }

  static RuntimeApi start(String functionArn) {
    try {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      RuntimeApi api =
          new RuntimeApi(functionArn, HttpServer.create(new InetSocketAddress(loopback, 0), 0));
      api.server.setExecutor(api.threads);
      api.server.createContext(NEXT, api::next);
      api.server.createContext(INVOCATION, api::end);
      api.server.createContext(INIT_ERROR, api::failInit);
      api.server.start();
      return api;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on the loopback interface", e);
    }
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Completed while the runtime waits for an event. */
  CompletableFuture<Void> idle() {
    return idle;
  }

  CompletableFuture<Function<Report, Answer>> initError() {
    return initError;
  }

  /** To be called while the runtime is idle. */
  void handOver(Invocation invocation, Instant deadline) {
    idle = new CompletableFuture<>();
    current = invocation;
    events.add(new HandedOver(invocation, deadline));
  }

  private void next(HttpExchange exchange) throws IOException {
    idle.complete(null);
    HandedOver event;
    try {
      event = events.take();
    } catch (InterruptedException e) {
      exchange.close();
      return;
    }
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Lambda-Runtime-Aws-Request-Id", event.invocation().requestId());
    headers.set("Lambda-Runtime-Deadline-Ms", Long.toString(event.deadline().toEpochMilli()));
    headers.set("Lambda-Runtime-Invoked-Function-Arn", functionArn);
    headers.set("Lambda-Runtime-Trace-Id", event.invocation().traceId());
    respond(exchange, 200, event.invocation().event());
  }

  private void end(HttpExchange exchange) throws IOException {
    String body = body(exchange);
    String path = exchange.getRequestURI().getPath();
    Invocation invocation = current;
    if (invocation == null || !path.startsWith(INVOCATION + invocation.requestId() + "/")) {
      respond(exchange, 400, "{\"errorType\":\"InvalidRequestID\"}");
      return;
    }
    respond(exchange, 202, "{\"status\":\"OK\"}");
    if (path.endsWith("/response")) {
      invocation.ending().complete(report -> new Answer.Answered(body, report));
    } else {
      invocation.ending().complete(report -> Answer.Failed.of(body, report));
    }
  }

  private void failInit(HttpExchange exchange) throws IOException {
    String body = body(exchange);
    respond(exchange, 202, "{\"status\":\"OK\"}");
    initError.complete(report -> Answer.Failed.of(body, report));
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
