package dev.sluice.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The producer for every topic: built when it is first needed, again after a failure closed it, and
 * never after the end.
 */
final class Producers implements AutoCloseable {

  private final Map<String, Object> settings;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<ProducerSession> ending = new ArrayList<>();
  private volatile @Nullable ProducerSession session;
  private volatile boolean closed;

  /** Patience is how long an end may take where DNS or a login holds a producer up. */
  Producers(Map<String, Object> settings, Duration patience) {
    this.settings = settings;
    this.patience = patience;
  }

  /** Empty after the end. A KafkaException says why no producer can be built. */
  Optional<ProducerSession> open() {
    lock.lock();
    try {
      ProducerSession current = session;
      if (!closed && (current == null || !current.isOpen())) {
        retire();
        current = new ProducerSession(settings);
        session = current;
      }
      if (closed) { // perhaps while it was built
        retire();
        return Optional.empty();
      }
      return Optional.ofNullable(current);
    } finally {
      lock.unlock();
    }
  }

  private void retire() {
    ending.removeIf(ProducerSession::isGone);
    ProducerSession last = session;
    if (last != null) {
      last.abandon();
      ending.add(last);
      session = null;
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** When it returns, the producers send nothing more and their threads have ended. */
  @Override
  public void close() {
    closed = true;
    ProducerSession current = session;
    if (current != null) {
      current.abandon();
    }
    Deadline deadline = Deadline.in(patience);
    try {
      if (lock.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
        try {
          retire();
          for (ProducerSession each : ending) {
            each.awaitEnd(deadline);
          }
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
