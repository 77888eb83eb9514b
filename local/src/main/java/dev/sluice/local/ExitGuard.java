package dev.sluice.local;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Opens something that must not outlive this JVM. An exit while it is being opened waits for it,
 * and then closes it.
 */
final class ExitGuard<T extends AutoCloseable> implements AutoCloseable {

  private final ReentrantLock opening = new ReentrantLock();
  private final Thread hook = new Thread(this::closeOpened, "sluice-close-at-exit");
  private @Nullable T opened;

  static <T extends AutoCloseable> ExitGuard<T> open(Callable<T> open) throws Exception {
    ExitGuard<T> guard = new ExitGuard<>();
    guard.opening.lock();
    try {
      Runtime.getRuntime().addShutdownHook(guard.hook);
      guard.opened = open.call();
      return guard;
    } finally {
      guard.opening.unlock();
    }
  }

  T value() {
    T value = opened;
    if (value == null) {
      throw new IllegalStateException("not open");
    }
    return value;
  }

  /** A second call does nothing. */
  @Override
  public void close() {
    try {
      if (Runtime.getRuntime().removeShutdownHook(hook)) {
        closeOpened();
      }
    } catch (IllegalStateException e) {
      // This JVM is shutting down, and the hook does it.
    }
  }

  private void closeOpened() {
    opening.lock();
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("cannot close " + opened, e);
    } finally {
      opening.unlock();
    }
  }
}
