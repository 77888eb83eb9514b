package dev.sluice.bench;

import dev.sluice.emulators.AwsStandIn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the stand-in takes. */
final class StandInArrivals implements Arrivals {

  private volatile CompletableFuture<Long> first = new CompletableFuture<>();

  StandInArrivals(AwsStandIn aws) {
    aws.observes(_ -> first.complete(System.nanoTime()));
  }

  @Override
  public void expect() {
    first = new CompletableFuture<>();
  }

  @Override
  public long await() {
    long unset = Long.MIN_VALUE;
    long at = first.completeOnTimeout(unset, 1, TimeUnit.MINUTES).join();
    if (at == unset) {
      throw new IllegalStateException("no event came to the stand-in within a minute");
    }
    return at;
  }
}
