package dev.sluice.local.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Stands between clients and a server on this machine: cuts their connections, or slows them. */
final class Proxy implements AutoCloseable {

  private static final int CHUNK = 16_384;

  private final ServerSocket door;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<Socket, CountDownLatch> behind = new ConcurrentHashMap<>();
  private volatile CountDownLatch held = new CountDownLatch(0);
  private final Queue<Long> accepted = new ConcurrentLinkedQueue<>();
  private volatile long delayNanos;

  Proxy(int target) {
    this.target = target;
    try {
      door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("the proxy cannot listen", e);
    }
    Thread.ofPlatform().daemon().name("proxy of " + target).start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** In nanoseconds of this JVM's monotonic clock. */
  OptionalLong firstConnectionAfter(long nanos) {
    return accepted.stream().mapToLong(Long::longValue).filter(at -> at > nanos).min();
  }

  /** Every chunk waits so long, in both directions. */
  void slow(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Keeps back whatever the connections of the moment carry; those that come later carry on. */
  void hold() {
    CountDownLatch until = new CountDownLatch(1);
    held = until;
    open.forEach(socket -> behind.put(socket, until));
  }

  /** All that was kept back arrives now. */
  void release() {
    held.countDown();
    behind.clear();
  }

  /** Each connection of the moment breaks, in the middle of what it carries. */
  void cut() {
    open.forEach(Proxy::close);
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        connect(door.accept());
      } catch (IOException e) {
        // Closed, or the server is away: the client has learned it.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server;
    try {
      server = new Socket(InetAddress.getLoopbackAddress(), target);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    accepted.add(System.nanoTime());
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    open.add(client);
    open.add(server);
    Thread.startVirtualThread(() -> carry(client, server));
    Thread.startVirtualThread(() -> carry(server, client));
  }

  private void carry(Socket from, Socket to) {
    byte[] chunk = new byte[CHUNK];
    try (from;
        to) {
      for (int read = from.getInputStream().read(chunk);
          read >= 0;
          read = from.getInputStream().read(chunk)) {
        long delay = delayNanos;
        if (delay > 0) {
          LockSupport.parkNanos(delay);
        }
        CountDownLatch release = behind.get(from);
        if (release != null) {
          release.await();
        }
        to.getOutputStream().write(chunk, 0, read);
      }
    } catch (IOException | InterruptedException e) {
      // One side is gone, and the other goes too.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      door.close();
      release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
