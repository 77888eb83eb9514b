package dev.sluice.relay;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome;
import java.util.List;

/** Keeps the faults of a watch away from the relay; after the first one it is told nothing more. */
final class GuardedWatch implements RelayWatch {

  private RelayWatch watch;

  GuardedWatch(RelayWatch watch) {
    this.watch = watch;
  }

  private void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException e) {
      watch = NONE;
    }
  }

  @Override
  public void leased(int shards) {
    tell(() -> watch.leased(shards));
  }

  @Override
  public void crashDetected(int shards) {
    tell(() -> watch.crashDetected(shards));
  }

  @Override
  public void shardsLost(int shards) {
    tell(() -> watch.shardsLost(shards));
  }

  @Override
  public void acknowledged(Destination destination, List<OwedEvent> events, long nanos) {
    tell(() -> watch.acknowledged(destination, events, nanos));
  }

  @Override
  public void steppedBack(OwedEvent event, long after) {
    tell(() -> watch.steppedBack(event, after));
  }

  @Override
  public void settled(List<Settlement> settlements) {
    tell(() -> watch.settled(settlements));
  }

  @Override
  public void breakerOpened(Destination destination, PublishOutcome.Unavailable outage) {
    tell(() -> watch.breakerOpened(destination, outage));
  }

  @Override
  public void breakerClosed(Destination destination) {
    tell(() -> watch.breakerClosed(destination));
  }

  @Override
  public void unrouted(String stream) {
    tell(() -> watch.unrouted(stream));
  }
}
