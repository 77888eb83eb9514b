package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** Messages by their weight, and publishers of a scripted service. */
final class Batches {

  static final Destination ORDERED = new Destination("thing", "t", Format.RAW, true);
  static final Destination UNORDERED = new Destination("thing", "t", Format.RAW, false);

  private Batches() {}

  static OutboxMessage message(int seq, String key, int bytes) {
    return new OutboxMessage(
        seq,
        new UUID(0, seq),
        "orders",
        "OrderPlaced",
        null,
        null,
        key,
        new byte[bytes],
        true,
        "application/octet-stream",
        Map.of(),
        Instant.EPOCH,
        1);
  }

  /** Each with a key of its own. */
  static List<OutboxMessage> messages(int count) {
    return IntStream.range(0, count).mapToObj(i -> message(i, "key-" + i, 100)).toList();
  }

  static List<PublishOutcome> publish(
      ScriptedService service,
      Destination destination,
      BatchLimits limits,
      List<OutboxMessage> messages) {
    return publisher(service, limits, Duration.ofSeconds(20)).publish(destination, messages);
  }

  static BatchPublisher<OutboxMessage> publisher(
      ScriptedService service, BatchLimits limits, Duration timeLimit) {
    return new BatchPublisher<>(_ -> service, limits, new PublisherContext(Map.of(), timeLimit));
  }
}
