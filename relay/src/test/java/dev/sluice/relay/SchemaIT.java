package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.util.PSQLException;

final class SchemaIT {

  private static final String ID = "'0190a3b0-0000-7000-8000-000000000001'";

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.connect("outbox_relay");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        argumentSet(
            "blankStream", "event_stream_not_blank", "' \t', 'A', '{}', NULL, NULL, NULL, 'k'"),
        argumentSet(
            "emptyStream", "event_stream_not_blank", "'', 'A', '{}', NULL, NULL, NULL, 'k'"),
        argumentSet("blankType", "event_type_not_blank", "'s', ' ', '{}', NULL, NULL, NULL, 'k'"),
        argumentSet("noPayload", "event_one_payload", "'s', 'A', NULL, NULL, NULL, NULL, 'k'"),
        argumentSet(
            "bothPayloads", "event_one_payload", "'s', 'A', '{}', '\\x01', NULL, NULL, 'k'"),
        argumentSet(
            "headersAsList", "event_headers_is_object", "'s', 'A', '{}', NULL, '[]', NULL, 'k'"),
        argumentSet(
            "headersAsText", "event_headers_is_object", "'s', 'A', '{}', NULL, '\"a\"', NULL, 'k'"),
        argumentSet(
            "noAttempts", "event_max_attempts_positive", "'s', 'A', '{}', NULL, NULL, 0, 'k'"),
        argumentSet(
            "longStream",
            "event_stream_length",
            "repeat('s', 257), 'A', '{}', NULL, NULL, NULL, 'k'"),
        argumentSet(
            "longKey", "event_key_length", "'s', 'A', '{}', NULL, NULL, NULL, repeat('k', 2049)"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void eventThatCouldNotBePublishedIsRefused(String constraint, String values) {
    String insert =
        """
        INSERT INTO outbox.event
          (stream, event_type, payload, payload_binary, headers, max_attempts, partition_key)
        VALUES (%s)
        """;
    assertThatExceptionOfType(PSQLException.class)
        .isThrownBy(() -> run(insert.formatted(values)))
        .extracting(e -> String.valueOf(e.getServerErrorMessage().getConstraint()))
        .isEqualTo(constraint);
  }

  /** The control of the refusals: what is at the bounds is taken. */
  @Test
  void eventAtItsBoundsIsTaken() {
    database.execute(
        """
        INSERT INTO outbox.event
          (stream, event_type, payload, payload_binary, headers, max_attempts, partition_key)
        VALUES (repeat('s', 256), 'A', 'null', NULL, '{}', 1, repeat('k', 2048)),
          ('s', 'A', NULL, '', NULL, NULL, '')
        """);
    assertThat(database.count("outbox.event")).isEqualTo(2);
  }

  @Test
  void failedEventHasATimeAndOthersHaveNone() {
    database.append("orders", 1, 1);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("UPDATE outbox.event SET status = 'FAILED'"));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("UPDATE outbox.event SET next_retry_at = now()"));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run("UPDATE outbox.event SET status = 'LOST'"));
    database.execute("UPDATE outbox.event SET status = 'FAILED', next_retry_at = now()");
  }

  @Test
  void keyDefaultsToTheAggregateAndThenToTheEvent() {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload, aggregate_id, partition_key)
        VALUES ('1', 'A', '{}', 'order-7', 'customer-1'), ('2', 'A', '{}', 'order-7', NULL);
        INSERT INTO outbox.event (stream, event_type, payload) VALUES ('3', 'A', '{}');
        SELECT outbox.append('4', 'A', '{}', aggregate_id => 'order-7', partition_key => 'customer-1');
        SELECT outbox.append('5', 'A', '{}', aggregate_id => 'order-7');
        SELECT outbox.append('6', 'A', '{}');
        """);
    assertThat(
            database.rows(
                """
                SELECT stream, CASE partition_key WHEN id::text THEN 'its id' ELSE partition_key END
                FROM outbox.event ORDER BY stream
                """))
        .containsExactly(
            "1|customer-1", "2|order-7", "3|its id", "4|customer-1", "5|order-7", "6|its id");
  }

  @Test
  void keyKeepsItsShardAndKeysSpreadOverAllOfThem() {
    database.append("orders", 5000, 2500);
    assertThat(
            database.one(
                """
                SELECT count(DISTINCT shard), min(shard), max(shard),
                  count(DISTINCT (partition_key, shard)) = count(DISTINCT partition_key)
                FROM outbox.event
                """))
        .isEqualTo("64|0|63|t");
  }

  @Test
  void sameIdTwiceIsOneEvent() {
    String append = "SELECT outbox.append('orders', '%s', '{}', id => " + ID + ")";
    assertThat(database.one(append.formatted("First"))).isEqualTo(ID.replace("'", ""));
    assertThat(database.one(append.formatted("Second"))).isEqualTo(ID.replace("'", ""));
    assertThat(database.rows("SELECT event_type FROM outbox.event")).containsExactly("First");
  }

  @Test
  void contentTypeDefaultsToWhatThePayloadIs() {
    database.execute(
        """
        SELECT outbox.append('1', 'A', '{}');
        SELECT outbox.append('2', 'A', payload_binary => '\\x01');
        SELECT outbox.append('3', 'A', payload_binary => '\\x01', content_type => 'avro/binary');
        """);
    assertThat(database.rows("SELECT content_type FROM outbox.event ORDER BY stream"))
        .containsExactly("application/json", "application/octet-stream", "avro/binary");
  }

  @Test
  void payloadIsKeptToTheLetter() {
    String json = "{\"b\": 1.50,  \"a\": 1e2, \"a\": \"\\u00e9\"}";
    database.execute("SELECT outbox.append('orders', 'A', '" + json + "')");
    assertThat(database.one("SELECT payload FROM outbox.event")).isEqualTo(json);
  }

  @Test
  void idsAreVersion7AndBeginWithTheTime() {
    List<UUID> ids =
        database.rows("SELECT outbox.uuidv7() FROM generate_series(1, 1000)").stream()
            .map(UUID::fromString)
            .toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).allMatch(id -> id.version() == 7 && id.variant() == 2);
    List<Long> millis = ids.stream().map(id -> id.getMostSignificantBits() >>> 16).toList();
    assertThat(millis).isSorted();
    assertThat(millis.getLast())
        .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
  }

  @Test
  void statusAnswersHowWeAreDoing() {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload, created_at)
        VALUES ('a', 'A', '{}', now() - interval '90 s'), ('a', 'A', '{}', now());
        INSERT INTO outbox.event (stream, event_type, payload, status, next_retry_at)
        VALUES ('a', 'A', '{}', 'FAILED', now()), ('b', 'A', '{}', 'DEAD', NULL);
        INSERT INTO outbox.stream_state (kind, name, paused_at, pause_reason)
        VALUES ('stream', 'c', now(), 'audit'), ('destination', 'kafka:a', NULL, NULL);
        """);
    assertThat(
            database.rows(
                """
                SELECT stream, pending, failed, dead, oldest_pending_seconds / 10 AS tens,
                  next_retry_at IS NOT NULL, paused, pause_reason
                FROM outbox.status ORDER BY stream
                """))
        .containsExactly("a|2|1|0|9|t|f|null", "b|0|0|1|0|f|f|null", "c|0|0|0|0|f|t|audit");
  }

  @Test
  void partitionsAreMadeOnce() {
    assertThat(database.one("SELECT outbox.make_partitions(7)")).isEqualTo("0");
    assertThat(database.one("SELECT outbox.make_partitions(10)")).isEqualTo("3");
    assertThat(database.one("SELECT outbox.make_partitions(10)")).isEqualTo("0");
  }

  @Test
  void relaysThatMakePartitionsAtOnceMakeEachOfThemOnce() throws Exception {
    CyclicBarrier start = new CyclicBarrier(4);
    Callable<Integer> make =
        () -> {
          start.await();
          return Integer.valueOf(database.one("SELECT outbox.make_partitions(40)"));
        };
    int made = 0;
    try (ExecutorService relays = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> relay : relays.invokeAll(List.of(make, make, make, make))) {
        made += relay.get();
      }
    }
    assertThat(made).isEqualTo(33);
    assertThat(database.count("pg_inherits WHERE inhparent = 'outbox.published'::regclass"))
        .isEqualTo(41);
  }

  @Test
  void daysAreThoseOfUtcWhateverTheSessionsTimeZone() throws SQLException {
    run("SET timezone = 'Asia/Kathmandu'; SELECT outbox.make_partitions(20)");
    try (Connection connection = database.connect("outbox_relay");
        Statement statement = connection.createStatement()) {
      statement.execute("SET timezone = 'UTC'");
      String midnights =
          """
          SELECT count(*) FROM pg_class JOIN pg_inherits ON inhrelid = oid
          WHERE inhparent = 'outbox.published'::regclass AND pg_get_expr(relpartbound, oid)
            ~ '^FOR VALUES FROM .* 00:00:00\\+00''\\) TO .* 00:00:00\\+00''\\)$'
          """;
      try (ResultSet row = statement.executeQuery(midnights)) {
        row.next();
        assertThat(row.getInt(1)).isEqualTo(21);
      }
    }
  }
}
