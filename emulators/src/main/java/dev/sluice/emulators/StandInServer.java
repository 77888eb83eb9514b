package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Accepts connections on the loopback interface and gives each a virtual thread. */
final class StandInServer implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final ServerSocket listener;
  private final StandInDesk desk;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private StandInServer(ServerSocket listener, StandInDesk desk) {
    this.listener = listener;
    this.desk = desk;
  }

  static StandInServer start(int port, StandInDesk desk) {
    try {
      ServerSocket listener = new ServerSocket();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      StandInServer server = new StandInServer(listener, desk);
      server.threads.execute(server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on the loopback interface", e);
    }
  }

  String address() {
    return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException | RejectedExecutionException e) {
        // Closed meanwhile; the loop's condition says so.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      new StandInConnection(socket).serve(desk);
    } catch (IOException e) {
      // The client has gone, or does not speak HTTP: either way it sees a closed connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /** Calls that are still delayed are neither answered nor taken. */
  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
