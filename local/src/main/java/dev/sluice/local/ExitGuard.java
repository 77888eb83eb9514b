package dev.sluice.local;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something that must not outlive this JVM. An exit while it is being opened or changed waits
 * for that, and then closes it.
 */
final class ExitGuard<T extends AutoCloseable> implements AutoCloseable {

  interface Change<T> {
    void on(T opened) throws Exception;
  }

  private final String name;
  private final ReentrantLock changing = new ReentrantLock();
  private final Thread hook = new Thread(() -> change(AutoCloseable::close), "sluice-at-exit");
  private @Nullable T opened;

  private ExitGuard(String name) {
    this.name = name;
  }

  static <T extends AutoCloseable> ExitGuard<T> open(String name, Callable<T> open) {
    ExitGuard<T> guard = new ExitGuard<>(name);
    guard.changing.lock();
    try {
      Runtime.getRuntime().addShutdownHook(guard.hook);
      guard.opened = open.call();
      return guard;
    } catch (Exception | LinkageError e) {
      // Kafka's static initialisers fail, and for good, in a JVM that is shutting down.
      throw new IllegalStateException(name + " does not start", e);
    } finally {
      guard.changing.unlock();
    }
  }

  T value() {
    T value = opened;
    if (value == null) {
      throw new IllegalStateException(name + " is not open");
    }
    return value;
  }

  void change(Change<T> change) {
    changing.lock();
    try {
      if (opened != null) {
        change.on(opened);
      }
    } catch (Exception e) {
      throw new IllegalStateException(name + " cannot be changed", e);
    } finally {
      changing.unlock();
    }
  }

  /** A second call does nothing. */
  @Override
  public void close() {
    try {
      if (Runtime.getRuntime().removeShutdownHook(hook)) {
        change(AutoCloseable::close);
      }
    } catch (IllegalStateException e) {
      // This JVM is shutting down, and the hook does it.
    }
  }
}
