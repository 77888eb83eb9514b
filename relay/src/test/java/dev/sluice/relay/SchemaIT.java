package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

final class SchemaIT {

  private static final String ID = "'0190a3b0-0000-7000-8000-000000000001'";

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.connect(SharedPostgres.ADMIN);
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
    assertRefused(constraint, insert.formatted(values));
  }

  private void assertRefused(String constraint, String sql) {
    assertThatExceptionOfType(PSQLException.class)
        .isThrownBy(() -> run(sql))
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

  static Stream<Arguments> heldRefusals() {
    return Stream.of(
        argumentSet("unknownStatus", "held_status_known", "'LOST', NULL"),
        argumentSet("pending", "held_status_known", "'PENDING', NULL"),
        argumentSet("failedWithoutATime", "held_failed_has_retry", "'FAILED', NULL"),
        argumentSet("waitingWithATime", "held_failed_has_retry", "'WAITING', now()"),
        argumentSet("deadWithATime", "held_failed_has_retry", "'DEAD', now()"));
  }

  private static String hold(String statusAndTime) {
    return """
        INSERT INTO outbox.held (subscription, seq, status, next_retry_at, created_at, id, slot, shard, stream, event_type,
          partition_key, content_type, payload)
        SELECT 'main', seq, %s, created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload
        FROM outbox.event
        """
        .formatted(statusAndTime);
  }

  @ParameterizedTest
  @MethodSource("heldRefusals")
  void heldEventHasAKnownStatusAndATimeIfItFailed(String constraint, String statusAndTime) {
    database.append("orders", 1, 1);
    assertRefused(constraint, hold(statusAndTime));
  }

  /** The control, and each event is held once for a subscription. */
  @ParameterizedTest
  @ValueSource(strings = {"'FAILED', now()", "'WAITING', NULL", "'DEAD', NULL"})
  void eventIsHeldOnce(String statusAndTime) throws SQLException {
    database.append("orders", 1, 1);
    run(hold(statusAndTime));
    assertRefused("held_pkey", hold("'WAITING', NULL"));
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
        .isEqualTo("16|0|15|t");
  }

  /** A transaction that rolls back leaves nothing, and a number that nobody misses. */
  @Test
  void eventCarriesItsTransactionAndTheSlotOfItsTime() throws SQLException {
    try (Connection connection = database.connect(SharedPostgres.ADMIN);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT outbox.append('orders', 'A', '{}')");
      connection.rollback();
      statement.execute("SELECT outbox.append('orders', 'A', '{}')");
      statement.execute("SELECT outbox.append('orders', 'A', '{}')");
      statement.execute("CREATE TABLE public.mine AS SELECT pg_current_xact_id() AS xact");
      connection.commit();
    }
    database.append("orders", 1, 1);
    assertThat(
            database.rows(
                """
                SELECT seq, xact = (SELECT xact FROM public.mine),
                  slot IN (outbox.slot(created_at), outbox.slot(clock_timestamp()))
                FROM outbox.event ORDER BY seq
                """))
        .containsExactly("2|t|t", "3|t|t", "4|f|t");
  }

  @Test
  void sameIdTwiceIsOneEvent() {
    String append = "SELECT outbox.append('orders', '%s', '{}', id => " + ID + ")";
    assertThat(database.one(append.formatted("First"))).isEqualTo(ID.replace("'", ""));
    assertThat(database.one(append.formatted("Second"))).isEqualTo(ID.replace("'", ""));
    assertThat(database.rows("SELECT event_type FROM outbox.event")).containsExactly("First");
    assertThatExceptionOfType(SQLException.class)
        .as("a plain INSERT is told")
        .isThrownBy(
            () ->
                run(
                    "INSERT INTO outbox.event (id, stream, event_type, payload) VALUES (%s, 's', 'A', '{}')"
                        .formatted(ID)))
        .extracting(SQLException::getSQLState)
        .isEqualTo("23505");
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
}
