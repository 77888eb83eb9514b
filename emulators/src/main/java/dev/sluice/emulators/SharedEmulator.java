package dev.sluice.emulators;

import java.net.URI;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Started once, by whoever needs it first, and closed by the exit of the JVM alone. */
final class SharedEmulator implements Emulator {

  private final Supplier<Emulator> start;
  private final ReentrantLock starting = new ReentrantLock();
  private @Nullable Emulator running;
  private @Nullable RuntimeException failure;

  SharedEmulator(Supplier<Emulator> start) {
    this.start = start;
  }

  SharedEmulator started() {
    running();
    return this;
  }

  private Emulator running() {
    starting.lock();
    try {
      if (failure != null) {
        throw new IllegalStateException(failure.getMessage(), failure);
      }
      if (running == null) {
        running = start.get();
      }
      return running;
    } catch (RuntimeException e) {
      // What took a minute to fail once would take it again for every test class.
      failure = failure == null ? e : failure;
      throw e;
    } finally {
      starting.unlock();
    }
  }

  @Override
  public URI endpoint() {
    return running().endpoint();
  }

  @Override
  public String name() {
    return running().name();
  }

  /** The next test class needs it too. */
  @Override
  public void close() {}
}
