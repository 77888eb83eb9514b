package dev.sluice.emulators;

/** Closes something once: when it is told to, or else when the JVM exits. */
final class AtExit {

  private final Runnable close;
  private final Thread hook;
  private boolean closed;

  AtExit(String name, Runnable close) {
    this.close = close;
    this.hook = new Thread(this::closeOnce, name);
  }

  /** Throws, and closes, when the JVM is exiting already. */
  void arm() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      closeOnce();
      throw e;
    }
  }

  /** Whoever comes second returns when the first has finished. */
  void closeNow() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is exiting, and the hook may be at it.
    }
    closeOnce();
  }

  private synchronized void closeOnce() {
    if (!closed) {
      closed = true;
      close.run();
    }
  }
}
