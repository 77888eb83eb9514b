package dev.sluice.relay.lane;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** The thread that asks does the work. */
class AtOnce extends AbstractExecutorService {

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public final void shutdown() {}

  @Override
  public final List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public final boolean isShutdown() {
    return false;
  }

  @Override
  public final boolean isTerminated() {
    return false;
  }

  @Override
  public final boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
