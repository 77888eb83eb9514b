package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it hears. */
final class ListenerNotes implements RelayListener {
  final List<String> lines = new ArrayList<>();
  final List<Long> acknowledged = new ArrayList<>();
  final List<Long> delivered = new ArrayList<>();
  final List<Change> changes = new ArrayList<>();
  long nanos;

  @Override
  public void leased(int shards) {
    lines.add("leased " + shards);
  }

  @Override
  public void crashDetected(int shards) {
    lines.add("crash " + shards);
  }

  @Override
  public void shardsLost(int shards) {
    lines.add("lost " + shards);
  }

  @Override
  public void acknowledged(Destination destination, List<LogEvent> events, long nanos) {
    events.forEach(event -> acknowledged.add(event.seq()));
    this.nanos += nanos;
  }

  @Override
  public void steppedBack(LogEvent event, long after) {
    lines.add("back " + event.seq() + " after " + after + (event.redriven() ? " redriven" : ""));
  }

  @Override
  public void settled(
      Destination destination, List<LogEvent> events, List<Change> more, long nanos) {
    events.forEach(event -> delivered.add(event.seq()));
    changes.addAll(more);
    this.nanos += nanos;
  }

  @Override
  public void breakerOpened(Destination destination, Unavailable outage) {
    lines.add("opened " + outage.code());
  }

  @Override
  public void breakerClosed(Destination destination) {
    lines.add("closed");
  }

  @Override
  public void unrouted(String stream, String why) {
    lines.add("unrouted " + stream + ": " + why);
  }
}
