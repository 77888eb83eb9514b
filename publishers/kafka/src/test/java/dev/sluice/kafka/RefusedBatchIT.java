package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * A broker that refuses a whole batch does not say because of which record. Here a batch is larger
 * than a segment of its topic.
 */
class RefusedBatchIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int EVENTS = 80;
  private static final int OVERSIZE = 40;

  private final KafkaBroker broker = KafkaBroker.shared();
  private final Publisher publisher =
      Events.publisher(
          broker.bootstrapServers(),
          LIMIT,
          "KAFKA_BATCH_SIZE",
          "3500000",
          "KAFKA_MAX_REQUEST_SIZE",
          "4000000",
          "KAFKA_LINGER_MS",
          "500");
  private String topic = "";

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    topic = "refused-" + test.getTestMethod().orElseThrow().getName();
    broker.createTopic(
        topic, 1, Map.of("segment.bytes", "1048576", "max.message.bytes", "4000000"));
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  /** Twenty kilobytes each: fifty fit into a segment. */
  private static List<OutboxMessage> events() {
    List<OutboxMessage> events = new ArrayList<>();
    for (int seq = 0; seq < EVENTS; seq++) {
      events.add(Events.event(seq, "key-" + seq % 10, Events.padded(20_000)));
    }
    return events;
  }

  @Test
  void recordsThatAreOnlyTogetherTooLargeAreDelivered() throws Exception {
    assertThat(publisher.publish(Events.topic(topic), events()))
        .allMatch(Delivered.class::isInstance);
    assertThat(broker.stored(topic, 1)).isEqualTo(EVENTS);
    assertThat(KeyOrder.broken(KeyOrderIT.log(broker, topic, 1))).isEmpty();
  }

  @Test
  void onlyTheRecordAtFaultIsBlamed() throws Exception {
    List<OutboxMessage> events = events();
    events.set(OVERSIZE, Events.event(OVERSIZE, "large", Events.padded(1_200_000)));
    List<PublishOutcome> outcomes = publisher.publish(Events.topic(topic), events);
    assertThat(outcomes.get(OVERSIZE)).isInstanceOf(Rejected.class);
    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(EVENTS - 1);
  }

  /** As a lane does it: what was not sent goes out again, in a pipeline of its own. */
  @Test
  void pipelineBlamesOnlyTheRecordAtFault() throws Exception {
    List<OutboxMessage> owed = events();
    owed.set(OVERSIZE, Events.event(OVERSIZE, "large", Events.padded(1_200_000)));
    List<PublishOutcome> blamed = new ArrayList<>();
    for (int pipelines = 0; !owed.isEmpty() && pipelines < EVENTS; pipelines++) {
      PipelineCalls calls =
          new PipelineCalls(publisher.pipeline(Events.topic(topic)).orElseThrow(), LIMIT);
      List<PublishOutcome> outcomes = calls.sendInCallsOf(20, owed).outcomes();
      List<OutboxMessage> notSent = new ArrayList<>();
      for (int i = 0; i < outcomes.size(); i++) {
        switch (outcomes.get(i)) {
          case Delivered ignored -> {}
          case NotSent ignored -> notSent.add(owed.get(i));
          case PublishOutcome failure -> blamed.add(failure);
        }
      }
      owed = notSent;
    }
    assertThat(owed).isEmpty();
    assertThat(blamed).singleElement().isInstanceOf(Rejected.class);
    assertThat(broker.stored(topic, 1)).isEqualTo(EVENTS - 1);
    assertThat(KeyOrder.broken(KeyOrderIT.log(broker, topic, 1))).isEmpty();
  }
}
