package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each role can do its work. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
final class LogDutiesIT {

  private static final String RELAY = "outbox_relay";
  private static final String OPERATOR = "outbox_operator";

  private final LogDatabase database = new LogDatabase();
  private final String application = "app_" + UUID.randomUUID().toString().replace("-", "");

  @BeforeAll
  void append() throws SQLException {
    database.execute("CREATE ROLE " + application + " LOGIN IN ROLE outbox_writer");
    database.execute(application, "SELECT outbox.append('s', 'T', '1')");
  }

  @AfterAll
  void drop() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT outbox.append('s', 'T', '1')",
        "SELECT outbox.append(stream => 's', event_type => 'T', payload_binary => '\\x01', partition_key => 'k')",
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1')",
        """
        INSERT INTO outbox.event (id, created_at, stream, event_type, aggregate_type, aggregate_id, partition_key, payload,
          content_type, headers, max_attempts)
        VALUES (gen_random_uuid(), now(), 's', 'T', 'a', '1', 'k', '{}', 'text/json', '{}', 3) ON CONFLICT DO NOTHING
        """,
        "INSERT INTO outbox.inbox (consumer, event_id) VALUES ('mail', gen_random_uuid()) ON CONFLICT DO NOTHING",
        "SELECT consumer FROM outbox.inbox"
      })
  void writerAppends(String sql) throws SQLException {
    database.tryOut(application, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT outbox.require_version(1), outbox.slot_width(), outbox.slot(now())",
        "SELECT last_value FROM outbox.event_seq_seq",
        "SELECT * FROM outbox.event",
        "SELECT * FROM outbox.delivery",
        "SELECT nextval('outbox.lease_token')",
        "SELECT * FROM outbox.shard FOR UPDATE SKIP LOCKED",
        "UPDATE outbox.shard SET token = 1",
        "INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts) VALUES (1, 0, 'm', 's', 'd', '{}', '')",
        "INSERT INTO outbox.progress (token, document) VALUES (1, '[]')",
        "SELECT * FROM outbox.progress",
        "SELECT * FROM outbox.status",
        "SELECT * FROM outbox.events",
        "DELETE FROM outbox.progress",
        """
        INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type, partition_key,
          content_type, payload)
        SELECT 'main', seq, 'WAITING', created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload
        FROM outbox.event
        """,
        "UPDATE outbox.held SET retry_count = 1",
        "DELETE FROM outbox.held",
        "INSERT INTO outbox.state (subscription, kind, name) VALUES ('main', 'stream', 's')",
        "UPDATE outbox.state SET changes = changes + 1"
      })
  void relayDelivers(String sql) throws SQLException {
    database.tryOut(RELAY, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT outbox.require_version(1), outbox.slot_width(), outbox.slot(now())",
        "SELECT last_value FROM outbox.event_seq_seq",
        "SELECT last_value FROM outbox.lease_token",
        "SELECT * FROM outbox.event, outbox.delivery, outbox.progress, outbox.held, outbox.shard, outbox.state",
        "SELECT * FROM outbox.audit, outbox.operation, outbox.inbox, outbox.runner",
        "SELECT * FROM outbox.status, outbox.events, outbox.ring()",
        "SELECT outbox.append_probe('orders')",
        "INSERT INTO outbox.held SELECT * FROM outbox.held",
        "INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts) VALUES (1, 0, 'm', 's', 'discarded', '{}', '')",
        "UPDATE outbox.shard SET suspects = NULL, condemned = NULL, suspect_crashes = 0 WHERE suspects IS NOT NULL",
        "UPDATE outbox.held SET status = 'WAITING', next_retry_at = NULL",
        "DELETE FROM outbox.held",
        "UPDATE outbox.state SET paused_at = now()",
        "INSERT INTO outbox.audit (action, actor, affected) VALUES ('redrive', 'me', 0)",
        "UPDATE outbox.audit SET affected = 1 WHERE operation = gen_random_uuid()",
        "INSERT INTO outbox.operation (action, actor, filter, until_seq) VALUES ('replay', 'me', '{}', 1)",
        "UPDATE outbox.operation SET affected = 1",
        "INSERT INTO outbox.runner (name, owner, until) VALUES ('upkeep', 'me', now())",
        "DELETE FROM outbox.inbox",
        "DELETE FROM outbox.progress",
        "TRUNCATE outbox.event_00, outbox.delivery_00",
        "TRUNCATE outbox.event_15, outbox.delivery_15"
      })
  void operatorMovesHeldEventsAndEmptiesSlots(String sql) throws SQLException {
    database.tryOut(OPERATOR, sql);
  }

  @Test
  void onlookerNeedsTheViewAndItsFunctionAlone() throws SQLException {
    String onlooker = "on_call_" + UUID.randomUUID().toString().replace("-", "");
    database.execute(
        "CREATE ROLE %1$s LOGIN; GRANT USAGE ON SCHEMA outbox TO %1$s; GRANT SELECT ON outbox.status TO %1$s; GRANT EXECUTE ON FUNCTION outbox.backlog() TO %1$s"
            .formatted(onlooker));
    database.tryOut(onlooker, "SELECT * FROM outbox.status");
    assertThatExceptionOfType(SQLException.class) // the control
        .isThrownBy(() -> database.tryOut(onlooker, "SELECT stream FROM outbox.event"));
  }

  /**
   * A body that is text is parsed in the caller's search_path, where an operator may wait for it.
   */
  @Test
  void functionsThatAppendingCallsIgnoreTheSearchPathOfTheCaller() throws SQLException {
    String trap =
        """
        CREATE SCHEMA trap;
        GRANT USAGE ON SCHEMA trap TO PUBLIC;
        CREATE FUNCTION trap.spring(numeric, int) RETURNS numeric LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''trapped''; END';
        CREATE OPERATOR trap.* (LEFTARG = numeric, RIGHTARG = int, FUNCTION = trap.spring);
        """;
    database.execute(trap);
    database.tryOut(application, "SET search_path = trap; SELECT outbox.append('s', 'T', '1')");
    database.tryOut(
        application,
        "SET search_path = trap; INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1')");
    assertThatExceptionOfType(SQLException.class) // the control
        .isThrownBy(() -> database.tryOut(application, "SET search_path = trap; SELECT 1.5 * 2"));
  }
}
