package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class KafkaPublisherIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Map<String, String> SMALL_RECORDS = Map.of("max.message.bytes", "20000");

  private final KafkaBroker broker;
  private final Publisher publisher;

  KafkaPublisherIT() throws Exception {
    broker = KafkaBroker.shared();
    publisher = Events.publisher(broker.bootstrapServers(), LIMIT);
  }

  @AfterAll
  void close() throws Exception {
    publisher.close();
    broker.close();
  }

  @Test
  void tenThousandMessagesGetTheReceiptOfTheirRecord() throws Exception {
    broker.createTopic("volume", 6, Map.of());
    List<OutboxMessage> events =
        LongStream.range(0, 10_000)
            .mapToObj(seq -> Events.event(seq, "key-" + seq % 97, Events.padded(480)))
            .toList();

    List<PublishOutcome> outcomes = publisher.publish(Events.topic("volume"), events);

    List<PublishOutcome> receipts = new ArrayList<>(outcomes);
    for (ConsumerRecord<byte[], byte[]> record : broker.read("volume", 6)) {
      int seq = Math.toIntExact(Events.seq(record.headers()));
      receipts.set(seq, new Delivered("volume-" + record.partition() + "@" + record.offset()));
    }
    assertThat(outcomes).hasSize(10_000).isEqualTo(receipts);
    assertThat(broker.read("volume", 6)).hasSize(10_000);
  }

  @Test
  void nothingIsToBeDoneForNoMessages() {
    assertThat(publisher.publish(Events.topic("whatever"), List.of())).isEmpty();
  }

  @Test
  void recordsAboveTheProducersLimitAreRejectedWithBothSizes() throws Exception {
    broker.createTopic("large", 1, Map.of());
    List<OutboxMessage> events =
        List.of(
            Events.event(1, "a", "{}"),
            Events.event(2, "b", Events.padded(1_100_000)),
            Events.event(3, "a", "{}"));

    List<PublishOutcome> outcomes = publisher.publish(Events.topic("large"), events);

    assertThat(outcomes.get(0)).isEqualTo(new Delivered("large-0@0"));
    assertThat(outcomes.get(2)).isEqualTo(new Delivered("large-0@1"));
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.code()).isEqualTo("TOO_LARGE");
              assertThat(rejected.reason())
                  .matches("it takes 11\\d{5} bytes, KAFKA_MAX_REQUEST_SIZE allows 1048576");
            });
  }

  @Test
  void recordsAboveTheTopicsLimitAreRejectedNamingIt() throws Exception {
    broker.createTopic("small", 1, SMALL_RECORDS);
    List<OutboxMessage> events = List.of(Events.event(1, "a", Events.padded(21_000)));

    assertThat(publisher.publish(Events.topic("small"), events))
        .singleElement()
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.code()).isEqualTo("TOO_LARGE");
              assertThat(rejected.reason())
                  .matches("it takes 21\\d{3} bytes, more than max.message.bytes of topic small");
            });
  }

  @Test
  void failuresOfOneTopicDoNotReachAnother() throws Exception {
    broker.createTopic("sound", 3, Map.of());
    broker.createTopic("poisoned", 3, SMALL_RECORDS);
    List<OutboxMessage> sound = KeyOrderIT.events(2_000, 50, Set.of());
    List<OutboxMessage> poisoned = KeyOrderIT.events(2_000, 50, Set.of(3L, 500L, 1_024L, 1_601L));

    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<PublishOutcome>>> calls = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        calls.add(executor.submit(() -> publisher.publish(Events.topic("sound"), sound)));
        Future<List<PublishOutcome>> failing =
            executor.submit(() -> publisher.publish(Events.topic("poisoned"), poisoned));
        assertThat(calls.getLast().get()).hasSize(2_000).allMatch(Delivered.class::isInstance);
        assertThat(failing.get()).filteredOn(Rejected.class::isInstance).hasSize(4);
      }
    }
    assertThat(KeyOrderIT.log(broker, "sound", 3).size()).isGreaterThanOrEqualTo(10_000);
  }

  @Test
  void payloadsNeverShowUpInOutcomes() throws Exception {
    broker.createTopic("secret", 1, SMALL_RECORDS);
    String secret = "{\"card\":\"4111-1111\",\"pad\":\"" + "x".repeat(21_000) + "\"}";
    String huge = "{\"card\":\"4111-1111\",\"pad\":\"" + "x".repeat(1_100_000) + "\"}";
    List<OutboxMessage> events =
        Arrays.asList(Events.event(1, "a", secret), Events.event(2, "b", huge));

    assertThat(publisher.publish(Events.topic("secret"), events))
        .hasOnlyElementsOfType(Rejected.class)
        .noneMatch(outcome -> outcome.toString().contains("4111"));
  }
}
