package dev.sluice.relay;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome;
import java.util.ArrayList;
import java.util.List;

/** Tells the watch what a destination has acknowledged, and whether in order. */
final class Acknowledgements {

  private final RelayWatch watch;
  private OrderDetector order = new OrderDetector();

  Acknowledgements(RelayWatch watch) {
    this.watch = watch;
  }

  void heard(
      Destination destination, List<OwedEvent> events, List<PublishOutcome> outcomes, long nanos) {
    List<OwedEvent> acknowledged = new ArrayList<>(events.size());
    for (int i = 0; i < events.size(); i++) {
      if (outcomes.get(i) instanceof PublishOutcome.Delivered) {
        acknowledged.add(events.get(i));
      }
    }
    if (!acknowledged.isEmpty()) {
      watch.acknowledged(destination, acknowledged, nanos);
      if (destination.ordered()) {
        acknowledged.forEach(this::compare);
      }
    }
  }

  /** A replayed event has a place of its own, behind all that waited: it says nothing of order. */
  private void compare(OwedEvent event) {
    if (event.replayed()) {
      return;
    }
    long after = order.after(event.message().stream(), event.message().key(), event.seq());
    if (after > 0) {
      watch.steppedBack(event, after);
    }
  }

  /** What we sent and could not settle may be ours again later, and comes twice then, in order. */
  void forget() {
    order = new OrderDetector();
  }
}
