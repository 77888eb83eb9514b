package dev.sluice.example;

import dev.sluice.relay.contract.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What one address was sent. */
final class Hook {

  private final List<Received> log = new ArrayList<>();

  synchronized void add(Received received) {
    log.add(received);
    notifyAll();
  }

  synchronized List<Received> received(int atLeast, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (log.size() < atLeast && System.nanoTime() < end) {
      wait(10);
    }
    return List.copyOf(log);
  }
}
