package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The writer appends and does nothing else; the relay sees no other schema. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SchemaRolesIT {

  private static final String NOT_PERMITTED = "42501";

  private final TestDatabase database = new TestDatabase();
  private final String application = "app_" + UUID.randomUUID().toString().replace("-", "");

  @BeforeAll
  void createApplication() {
    database.execute("admin", "CREATE ROLE " + application + " LOGIN IN ROLE outbox_writer");
    database.execute(
        "admin",
        """
        CREATE SCHEMA shop;
        CREATE TABLE shop.customer (id int);
        CREATE TABLE public.invoice (id int);
        """);
    database.append("orders", 1, 1);
  }

  @AfterAll
  void drop() {
    database.close();
  }

  private void run(String user, String sql) throws SQLException {
    try (Connection connection = database.connect(user);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void assertNotPermitted(String user, String sql) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> run(user, sql))
        .extracting(SQLException::getSQLState)
        .isEqualTo(NOT_PERMITTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT outbox.append('orders', 'Placed', '{}')",
        """
        SELECT outbox.append(stream => 'orders', event_type => 'Placed', payload_binary => '\\x01',
          content_type => 'avro/binary', partition_key => 'k', max_attempts => 3)
        """,
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('orders', 'Placed', '{}')",
        """
        INSERT INTO outbox.event (id, created_at, stream, event_type, aggregate_type, aggregate_id,
          partition_key, payload, content_type, headers, max_attempts)
        VALUES (gen_random_uuid(), now(), 'orders', 'Placed', 'order', '1', 'k', '{}', 'text/json',
          '{"a": "b"}', 3)
        """
      })
  void writerAppends(String sql) throws SQLException {
    long before = database.count("outbox.event");
    run(application, sql);
    assertThat(database.count("outbox.event")).isEqualTo(before + 1);
  }

  @Test
  void writerMarksItsInbox() throws SQLException {
    run(
        application,
        "INSERT INTO outbox.inbox (consumer, event_id) VALUES ('mail', gen_random_uuid())");
    run(application, "SELECT consumer FROM outbox.inbox");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM outbox.event",
        "UPDATE outbox.event SET stream = 'other'",
        "DELETE FROM outbox.event",
        "TRUNCATE outbox.event",
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('a', 'b', '{}') RETURNING id",
        "INSERT INTO outbox.event (seq, stream, event_type, payload) VALUES (1, 'a', 'b', '{}')",
        """
        INSERT INTO outbox.event (stream, event_type, payload, status)
        VALUES ('a', 'b', '{}', 'DEAD')
        """,
        "INSERT INTO outbox.event (stream, event_type, payload, retry_count) VALUES ('a', 'b', '{}', 9)",
        "SELECT id FROM outbox.published",
        "SELECT stream FROM outbox.status",
        "SELECT shard FROM outbox.shard",
        "UPDATE outbox.shard SET token = NULL",
        "SELECT name FROM outbox.stream_state",
        "SELECT actor FROM outbox.audit",
        "DELETE FROM outbox.inbox",
        "UPDATE outbox.inbox SET consumer = 'me'",
        "SELECT nextval('outbox.lease_token')",
        "SELECT outbox.make_partitions()",
        "CREATE TABLE outbox.mine (id int)",
        "DROP FUNCTION outbox.uuidv7()",
        "ALTER TABLE outbox.event DISABLE TRIGGER ALL",
        "SET ROLE outbox_relay"
      })
  void writerDoesNothingElse(String sql) {
    assertNotPermitted(application, sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.customer", "public.invoice"})
  void relaySeesNoOtherSchemasTables(String table) {
    assertNotPermitted("outbox_relay", "SELECT id FROM " + table);
    assertNotPermitted("outbox_relay", "INSERT INTO " + table + " VALUES (1)");
  }

  @Test
  void relayMakesNothingOutsideItsSchema() {
    assertNotPermitted("outbox_relay", "CREATE SCHEMA mine");
    assertNotPermitted("outbox_relay", "CREATE TABLE public.mine (id int)");
    assertNotPermitted("outbox_relay", "CREATE ROLE mine");
  }

  @Test
  void relayDoesItsWork() throws SQLException {
    run("outbox_relay", "SELECT outbox.make_partitions(9)");
    run("outbox_relay", "UPDATE outbox.shard SET token = nextval('outbox.lease_token')");
    run("outbox_relay", "DELETE FROM outbox.event");
    run("outbox_relay", "SELECT * FROM outbox.status");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO outbox.event (seq, stream, event_type, payload) VALUES (1, 'a', 'b', '{}')",
        "UPDATE outbox.event SET payload = '{}'",
        "UPDATE outbox.event SET stream = 'other'",
        "TRUNCATE outbox.event",
        "UPDATE outbox.published SET stream = 'other'",
        "DELETE FROM outbox.published",
        "UPDATE outbox.shard SET token = NULL",
        "UPDATE outbox.shard SET leased_until = now()",
        "SELECT nextval('outbox.lease_token')",
        "UPDATE outbox.stream_state SET breaker_open_until = NULL",
        "UPDATE outbox.audit SET actor = 'somebody else'",
        "DELETE FROM outbox.audit",
        "SELECT outbox.append('orders', 'Placed', '{}')",
        "DROP TABLE outbox.event",
        "CREATE TABLE outbox.mine (id int)",
        "SELECT id FROM shop.customer",
        "SELECT id FROM public.invoice",
        "SET ROLE outbox_relay"
      })
  void operatorTouchesNoLeaseNoHistoryAndNoOtherSchema(String sql) {
    assertNotPermitted("outbox_operator", sql);
  }

  /** The control; all that it may do is what OpsHandler does in its own tests, as this role. */
  @Test
  void operatorDoesItsWork() throws SQLException {
    run("outbox_operator", "SELECT * FROM outbox.status");
    run("outbox_operator", "UPDATE outbox.event SET status = status, retry_count = 0");
    run("outbox_operator", "SELECT outbox.make_partitions(9), outbox.drop_partition('1 day')");
  }

  /** The control: nobody in these tests is allowed everything anyway. */
  @Test
  void nobodyIsSuperuser() throws SQLException {
    for (String user : new String[] {application, "outbox_relay", "outbox_operator", "admin"}) {
      try (Connection connection = database.connect(user);
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT current_setting('is_superuser')")) {
        row.next();
        assertThat(row.getString(1)).as(user).isEqualTo("off");
      }
    }
  }
}
