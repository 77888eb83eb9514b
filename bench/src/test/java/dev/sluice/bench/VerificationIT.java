package dev.sluice.bench;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That a run is verified, and that all contenders do the same work. */
@Timeout(600)
class VerificationIT {

  private static final int EVENTS = 1_000;

  private static final String SWALLOW_ONE =
      """
      CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER swallow BEFORE INSERT ON outbox.event FOR EACH ROW
        WHEN (NEW.id = '%s') EXECUTE FUNCTION swallow();
      """;

  private static DrainStage stage;

  @BeforeAll
  static void open() throws SQLException {
    stage = DrainStage.open(_ -> {}, KafkaBroker::start);
  }

  @AfterAll
  static void close() throws SQLException {
    stage.close();
  }

  @Test
  void lostEventFailsTheRun() throws SQLException {
    assertThat(stage.run(Drain.SLUICE, EVENTS).faults()).isEmpty();
    execute(SWALLOW_ONE.formatted(new SampleEvent(17).id()));
    try {
      Run run = stage.run(Drain.SLUICE, EVENTS);
      assertThat(run.complete()).isFalse();
      assertThat(run.faults())
          .containsExactly(
              "999 events at the broker instead of 1000",
              "999 events written down as delivered instead of 1000",
              "999 events reported instead of 1000");
    } finally {
      execute("DROP FUNCTION swallow CASCADE");
    }
  }

  @Test
  void wrongCountFailsTheRun() throws SQLException {
    Ledger perEvent = Drain.ROW_CLAIM.perEvent();
    assertThat(stage.run(Drain.ROW_CLAIM, EVENTS, perEvent.times(EVENTS)).complete()).isTrue();
    assertThat(stage.run(Drain.ROW_CLAIM, EVENTS, perEvent.times(EVENTS + 1)).complete()).isFalse();
  }

  /** Byte for byte, so that no contender is faster because it sends less. */
  @Test
  void everyContenderPublishesTheSameRecords() throws SQLException {
    stage.run(Drain.SLUICE, EVENTS);
    Set<String> published = records();
    assertThat(published).hasSize(EVENTS);

    stage.run(Drain.ROW_CLAIM, EVENTS);
    assertThat(records()).isEqualTo(published);
    stage.run(Drain.RAW_PRODUCER, EVENTS);
    assertThat(records()).isEqualTo(published);
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = stage.database().superuser().createStatement()) {
      statement.execute(sql);
    }
  }

  private static Set<String> records() {
    Set<String> records = new TreeSet<>();
    Map<String, Object> settings =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, stage.broker().endpoint());
    var text = new StringDeserializer();
    try (var consumer = new KafkaConsumer<>(settings, text, text)) {
      consumer.assign(KafkaBroker.PARTITIONS);
      consumer.seekToBeginning(KafkaBroker.PARTITIONS);
      Map<TopicPartition, Long> ends = consumer.endOffsets(KafkaBroker.PARTITIONS);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> records.add(text(record)));
      }
    }
    return records;
  }

  private static String text(ConsumerRecord<String, String> record) {
    return StreamSupport.stream(record.headers().spliterator(), false)
        .map(header -> header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8))
        .sorted()
        .collect(joining(",", record.key() + " " + record.value() + " ", ""));
  }
}
