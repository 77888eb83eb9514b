package dev.sluice.lambda.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands before a database as Aurora Serverless does while that sleeps: takes every connection,
 * answers nothing, and resumes because a client connected.
 */
public final class SleepingDatabase implements AutoCloseable {

  /** The fate of connections that were made before it has resumed. */
  public enum Early {
    ANSWERED,
    DROPPED
  }

  private static final Pattern ADDRESS = Pattern.compile("//(?<host>[^:/]+):(?<port>[0-9]+)/");

  private final String url;
  private final InetSocketAddress database;
  private final Duration resume;
  private final Early early;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> awake = new CompletableFuture<>();
  private final AtomicInteger asleep = new AtomicInteger();

  /**
   * @param resume how long that takes from the first connection on
   */
  public SleepingDatabase(String url, Duration resume, Early early) {
    this.resume = resume;
    this.early = early;
    Matcher address = ADDRESS.matcher(url);
    if (!address.find()) {
      throw new IllegalArgumentException(url);
    }
    database =
        new InetSocketAddress(address.group("host"), Integer.parseInt(address.group("port")));
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.url = address.replaceFirst("//127.0.0.1:" + server.getLocalPort() + "/");
    Thread.ofVirtual().start(this::accept);
  }

  /** Of the database, by way of this. */
  public String url() {
    return url;
  }

  /** How many connections came before it had resumed. */
  public int asleep() {
    return asleep.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // it was closed
    }
  }

  private void serve(Socket client) {
    boolean waited = !awake.isDone();
    if (waited && asleep.getAndIncrement() == 0) {
      awake.completeOnTimeout(null, resume.toMillis(), TimeUnit.MILLISECONDS);
    }
    awake.join();
    try (client;
        Socket behind = new Socket()) {
      if (!waited || early == Early.ANSWERED) {
        behind.connect(database);
        open.add(behind);
        Thread back = Thread.ofVirtual().start(() -> copy(behind, client));
        copy(client, behind);
        back.join();
      }
    } catch (IOException e) {
      // either end is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // either end is gone
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
