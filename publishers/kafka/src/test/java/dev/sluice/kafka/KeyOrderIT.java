package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kafka.KeyOrder.Seen;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The topics here refuse what the producer would still send: 20,000 bytes are too many for them.
 */
@TestInstance(Lifecycle.PER_CLASS)
class KeyOrderIT {

  private static final Map<String, String> SMALL_RECORDS = Map.of("max.message.bytes", "20000");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final KafkaBroker broker;

  KeyOrderIT() throws Exception {
    broker = KafkaBroker.shared();
  }

  @BeforeAll
  void createTopics() throws Exception {
    for (String topic : List.of("one", "many", "eight", "alone", "first", "control", "unordered")) {
      broker.createTopic(topic, topic.equals("eight") ? 8 : 1, SMALL_RECORDS);
    }
  }

  @AfterAll
  void stopBroker() throws Exception {
    broker.close();
  }

  @Test
  void nothingBehindARefusedEventOfItsKeyIsSent() {
    List<OutboxMessage> events = events(300, 3, Set.of(150L));

    List<PublishOutcome> outcomes = publish("one", events, LIMIT);

    assertThat(outcomes.get(150)).isInstanceOf(Rejected.class);
    assertThat(deliveredSeqs(events, outcomes)).isEqualTo(expected(events, Set.of(150L)));
    assertThat(logged("one", 1)).isEqualTo(expected(events, Set.of(150L)));
    assertThat(KeyOrder.broken(log(broker, "one", 1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "eight"})
  void everyKeyStopsAtItsOwnRefusedEvent(String topic) {
    Set<Long> large = Set.of(5L, 77L, 78L, 140L, 333L, 512L, 700L, 991L);
    List<OutboxMessage> events = events(1_000, 20, large);

    List<PublishOutcome> outcomes = publish(topic, events, LIMIT);

    assertThat(deliveredSeqs(events, outcomes)).isEqualTo(expected(events, large));
    assertThat(logged(topic, topic.equals("eight") ? 8 : 1)).isEqualTo(expected(events, large));
    assertThat(KeyOrder.broken(log(broker, topic, topic.equals("eight") ? 8 : 1))).isEmpty();
  }

  @Test
  void whatIsBehindIsNotSent() {
    List<OutboxMessage> events = events(3, 1, Set.of(1L));

    assertThat(publish("alone", events, LIMIT))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(Delivered.class),
            refused -> assertThat(refused).isInstanceOf(Rejected.class),
            behind -> assertThat(behind).isEqualTo(new NotSent()));
  }

  /** The case in which a partition does not know the producer yet. */
  @Test
  void refusedFirstEventIsNotOvertaken() {
    List<OutboxMessage> events = events(1_000, 1, Set.of(0L));

    List<PublishOutcome> outcomes = publish("first", events, LIMIT);

    assertThat(outcomes.getFirst()).isInstanceOf(Rejected.class);
    assertThat(deliveredSeqs(events, outcomes)).isEmpty();
    assertThat(logged("first", 1)).isEmpty();
  }

  /** Control: what follows in flight is stored, nearly every time, and this test would see it. */
  @Test
  void withMoreRequestsInFlightItWouldBe() {
    for (int trial = 0; trial < 20 && logged("control", 1).isEmpty(); trial++) {
      try (Publisher publisher =
          Events.publisher(
              broker.bootstrapServers(),
              LIMIT,
              "KAFKA_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION",
              "5",
              "KAFKA_BATCH_SIZE",
              "16384")) {
        publisher.publish(Events.topic("control"), events(1_000, 1, Set.of(0L)));
      }
    }

    assertThat(logged("control", 1)).isNotEmpty().doesNotContain(0L);
  }

  @Test
  void withoutOrderARefusedEventStopsNoOther() {
    List<OutboxMessage> events = events(300, 3, Set.of(150L));
    Destination unordered = new Destination("kafka", "unordered", Format.RAW, false);

    List<PublishOutcome> outcomes;
    try (Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT)) {
      outcomes = publisher.publish(unordered, events);
    }

    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(299);
    assertThat(outcomes.get(150)).isInstanceOf(Rejected.class);
    assertThat(logged("unordered", 1)).hasSize(299);
  }

  private List<PublishOutcome> publish(String topic, List<OutboxMessage> events, Duration limit) {
    try (Publisher publisher = Events.publisher(broker.bootstrapServers(), limit)) {
      return publisher.publish(Events.topic(topic), events);
    }
  }

  static List<OutboxMessage> events(int count, int keys, Set<Long> large) {
    List<OutboxMessage> events = new ArrayList<>();
    for (long seq = 0; seq < count; seq++) {
      String payload = large.contains(seq) ? Events.padded(21_000) : Events.padded(100);
      events.add(Events.event(seq, "key-" + seq % keys, payload));
    }
    return events;
  }

  private static Set<Long> expected(List<OutboxMessage> events, Set<Long> large) {
    Set<String> stopped = new HashSet<>();
    Set<Long> expected = new HashSet<>();
    for (OutboxMessage event : events) {
      if (large.contains(event.seq())) {
        stopped.add(event.key());
      }
      if (!stopped.contains(event.key())) {
        expected.add(event.seq());
      }
    }
    return expected;
  }

  private static Set<Long> deliveredSeqs(
      List<OutboxMessage> events, List<PublishOutcome> outcomes) {
    assertThat(outcomes).hasSameSizeAs(events);
    Set<Long> delivered = new HashSet<>();
    for (int i = 0; i < events.size(); i++) {
      if (outcomes.get(i) instanceof Delivered) {
        delivered.add(events.get(i).seq());
      }
    }
    return delivered;
  }

  private Set<Long> logged(String topic, int partitions) {
    Set<Long> seqs = new HashSet<>();
    log(broker, topic, partitions).forEach(seen -> seqs.add(seen.seq()));
    return seqs;
  }

  static List<Seen> log(KafkaBroker broker, String topic, int partitions) {
    return broker.read(topic, partitions).stream()
        .map(
            record ->
                new Seen(
                    new String(record.key(), StandardCharsets.UTF_8), Events.seq(record.headers())))
        .toList();
  }
}
