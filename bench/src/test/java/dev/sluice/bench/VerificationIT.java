package dev.sluice.bench;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.LocalServices;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
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
@Timeout(300)
class VerificationIT {

  private static final int EVENTS = 1_000;

  private static final String SWALLOW_ONE =
      """
      CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER swallow BEFORE INSERT ON outbox.event FOR EACH ROW
        WHEN (NEW.id = '%s') EXECUTE FUNCTION swallow();
      """;

  private static Stage stage;
  private static DrainBench bench;

  @BeforeAll
  static void open() throws SQLException {
    stage = Stage.open(_ -> {});
    bench = new DrainBench(stage);
  }

  @AfterAll
  static void close() throws SQLException {
    bench.close();
    stage.close();
  }

  @Test
  void lostEventFailsTheRun() throws SQLException {
    Contender sluice = new Contender.Sluice();
    assertThat(bench.run(sluice, EVENTS).faults()).isEmpty();
    execute(SWALLOW_ONE.formatted(new SampleEvent(17).id()));
    try {
      Run run = bench.run(sluice, EVENTS);
      assertThat(run.complete()).isFalse();
      assertThat(run.faults())
          .containsExactly(
              "999 events at the broker instead of 1000",
              "999 events kept as delivered instead of 1000",
              "999 events reported instead of 1000");
    } finally {
      execute("DROP FUNCTION swallow CASCADE");
    }
  }

  @Test
  void wrongCountFailsTheRun() throws SQLException {
    Contender rowClaim = new Contender.RowClaim();
    assertThat(bench.run(rowClaim, EVENTS, rowClaim.expected(EVENTS)).complete()).isTrue();
    assertThat(bench.run(rowClaim, EVENTS, rowClaim.expected(EVENTS + 1)).complete()).isFalse();
  }

  /** Byte for byte, so that no contender is faster because it sends less. */
  @Test
  void everyContenderPublishesTheSameRecords() throws SQLException {
    bench.run(new Contender.Sluice(), EVENTS);
    Set<String> published = records();
    assertThat(published).hasSize(EVENTS);

    bench.run(new Contender.RowClaim(), EVENTS);
    assertThat(records()).isEqualTo(published);
    bench.run(new Contender.RawProducer(), EVENTS);
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
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            String.valueOf(stage.environment(Map.of()).get("KAFKA_BOOTSTRAP_SERVERS")));
    var text = new StringDeserializer();
    try (var consumer = new KafkaConsumer<>(settings, text, text)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(LocalServices.TOPIC).stream()
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
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
