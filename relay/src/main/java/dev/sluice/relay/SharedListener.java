package dev.sluice.relay;

import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.RelayListener;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.function.Consumer;

/** Makes one listener of the lanes of a process hear one thing after the other. */
final class SharedListener {

  private final RelayListener listener;
  private int leased;

  SharedListener(RelayListener listener) {
    this.listener = listener;
  }

  RelayListener ofLane() {
    return new OfLane();
  }

  private synchronized void tell(Consumer<RelayListener> news) {
    news.accept(listener);
  }

  /** Of all lanes together. */
  private synchronized void leased(int before, int now) {
    leased += now - before;
    listener.leased(leased);
  }

  private final class OfLane implements RelayListener {
    private int shards;

    @Override
    public void leased(int now) {
      SharedListener.this.leased(shards, now);
      shards = now;
    }

    @Override
    public void crashDetected(int crashed) {
      tell(to -> to.crashDetected(crashed));
    }

    @Override
    public void shardsLost(int lost) {
      tell(to -> to.shardsLost(lost));
    }

    @Override
    public void acknowledged(Destination destination, List<LogEvent> events, long nanos) {
      tell(to -> to.acknowledged(destination, events, nanos));
    }

    @Override
    public void steppedBack(LogEvent event, long after) {
      tell(to -> to.steppedBack(event, after));
    }

    @Override
    public void settled(
        Destination destination, List<LogEvent> delivered, List<Change> changes, long nanos) {
      tell(to -> to.settled(destination, delivered, changes, nanos));
    }

    @Override
    public void breakerOpened(Destination destination, Unavailable outage) {
      tell(to -> to.breakerOpened(destination, outage));
    }

    @Override
    public void breakerClosed(Destination destination) {
      tell(to -> to.breakerClosed(destination));
    }

    @Override
    public void unrouted(String stream, String reason) {
      tell(to -> to.unrouted(stream, reason));
    }
  }
}
