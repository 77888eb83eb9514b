package dev.sluice.relay.lane;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Takes every event, and remembers which came together. */
final class RecordingPublisher implements PublisherProvider, Publisher {

  private final List<List<Long>> calls = new ArrayList<>();
  private final List<String> destinations = new ArrayList<>();
  private final Runnable before;

  RecordingPublisher(Runnable before) {
    this.before = before;
  }

  /** The numbers of the events of each call. */
  List<List<Long>> calls() {
    return calls;
  }

  /** Of each call. */
  List<String> destinations() {
    return destinations;
  }

  @Override
  public String scheme() {
    return "fake";
  }

  @Override
  public Publisher open(PublisherContext context) {
    return this;
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    before.run();
    destinations.add(destination.uri());
    calls.add(messages.stream().map(OutboxMessage::seq).toList());
    return Collections.nCopies(messages.size(), new Delivered("-"));
  }

  @Override
  public void close() {}
}
