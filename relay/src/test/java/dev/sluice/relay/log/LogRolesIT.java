package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No role does more than its work. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
final class LogRolesIT {

  private static final String NOT_PERMITTED = "42501";
  private static final String RELAY = "outbox_relay";
  private static final String OPERATOR = "outbox_operator";

  private final LogDatabase database = new LogDatabase();
  private final String application = "app_" + UUID.randomUUID().toString().replace("-", "");

  @BeforeAll
  void appendAndHold() throws SQLException {
    database.execute("CREATE ROLE " + application + " LOGIN IN ROLE outbox_writer");
    database.execute(
        "CREATE TABLE public.invoice (id int); CREATE SCHEMA shop; CREATE TABLE shop.customer (id int)");
    database.execute(application, "SELECT outbox.append('s', 'T', '1')");
  }

  @AfterAll
  void drop() throws SQLException {
    database.close();
  }

  private void assertNotPermitted(String user, String sql) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.tryOut(user, sql))
        .extracting(SQLException::getSQLState)
        .isEqualTo(NOT_PERMITTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE FUNCTION outbox.mine() RETURNS int LANGUAGE sql RETURN 1",
        "CREATE OR REPLACE FUNCTION outbox.slot_width() RETURNS int LANGUAGE sql IMMUTABLE RETURN 1",
        "CREATE OR REPLACE FUNCTION outbox.place_event() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "ALTER FUNCTION outbox.uuidv7() SECURITY DEFINER",
        "DROP FUNCTION outbox.uuidv7()",
        "SELECT outbox.set_retention('1 hour')",
        "CREATE OR REPLACE VIEW outbox.status AS SELECT 1",
        "CREATE TRIGGER mine BEFORE INSERT ON outbox.event FOR EACH ROW EXECUTE FUNCTION outbox.place_event()",
        "CREATE TRIGGER mine BEFORE INSERT ON outbox.held FOR EACH ROW EXECUTE FUNCTION outbox.place_event()",
        "DROP TRIGGER event_place ON outbox.event",
        "CREATE RULE mine AS ON INSERT TO outbox.event DO INSTEAD NOTHING",
        "CREATE POLICY mine ON outbox.event USING (true)",
        "ALTER TABLE outbox.event ADD COLUMN mine int",
        "ALTER TABLE outbox.event DISABLE TRIGGER ALL",
        "ALTER TABLE outbox.event DETACH PARTITION outbox.event_00",
        "ALTER TABLE outbox.shard OWNER TO CURRENT_USER",
        "CREATE INDEX ON outbox.event (created_at)",
        "CREATE TABLE outbox.mine (id int)",
        "CREATE TABLE public.mine (id int)",
        "CREATE SCHEMA mine",
        "CREATE ROLE mine",
        "DROP TABLE outbox.held",
        "TRUNCATE outbox.event",
        "TRUNCATE outbox.delivery",
        "TRUNCATE outbox.held",
        "TRUNCATE outbox.audit",
        "UPDATE outbox.event SET payload = '2'",
        "UPDATE outbox.event SET xact = '1'",
        "UPDATE outbox.event_00 SET stream = 'other'",
        "DELETE FROM outbox.event",
        "DELETE FROM outbox.event_00",
        "UPDATE outbox.delivery SET receipts = ''",
        "UPDATE outbox.delivery_00 SET seqs = '{}'",
        "DELETE FROM outbox.delivery",
        "UPDATE outbox.progress SET document = '[]'",
        "INSERT INTO outbox.shard (shard) VALUES (15)",
        "DELETE FROM outbox.shard",
        "SELECT setval('outbox.lease_token', 1)",
        "SELECT setval('outbox.event_seq_seq', 1)",
        "SELECT nextval('outbox.event_seq_seq')",
        "SELECT id FROM public.invoice",
        "INSERT INTO public.invoice VALUES (1)",
        "SELECT id FROM shop.customer",
        "INSERT INTO shop.customer VALUES (1)",
        "UPDATE outbox.audit SET actor = 'another'",
        "DELETE FROM outbox.audit",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('PG_VERSION')",
        "SET ROLE outbox_owner",
        "SET ROLE admin",
        "SET session_replication_role = replica"
      })
  void nobodyChangesCodeEventsOrTheLedger(String sql) {
    assertNotPermitted(application, sql);
    assertNotPermitted(RELAY, sql);
    assertNotPermitted(OPERATOR, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT payload FROM outbox.event",
        "SELECT payload FROM outbox.event_00",
        "SELECT payload FROM outbox.held",
        "SELECT receipts FROM outbox.delivery",
        "SELECT document FROM outbox.progress",
        "SELECT token FROM outbox.shard",
        "SELECT name FROM outbox.state",
        "SELECT actor FROM outbox.audit",
        "SELECT stream FROM outbox.status",
        "SELECT payload FROM outbox.events",
        "SELECT outbox.backlog()",
        "COPY outbox.event TO STDOUT",
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1') RETURNING seq",
        "INSERT INTO outbox.event (seq, stream, event_type, payload) VALUES (1, 's', 'T', '1')",
        "INSERT INTO outbox.event (xact, stream, event_type, payload) VALUES ('1', 's', 'T', '1')",
        "INSERT INTO outbox.event (slot, stream, event_type, payload) VALUES (1, 's', 'T', '1')",
        "INSERT INTO outbox.event_00 (stream, event_type, payload) VALUES ('s', 'T', '1')",
        "INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts) VALUES (1, 0, 'm', 's', 'd', '{}', '')",
        "INSERT INTO outbox.progress (token, document) VALUES (1, '[]')",
        "UPDATE outbox.shard SET token = 1",
        "UPDATE outbox.state SET paused_at = now()",
        "DELETE FROM outbox.held",
        "DELETE FROM outbox.inbox",
        "UPDATE outbox.inbox SET consumer = 'me'",
        "SELECT nextval('outbox.lease_token')",
        "SELECT last_value FROM outbox.event_seq_seq",
        "TRUNCATE outbox.event_00",
        "SET ROLE outbox_relay",
        "SET ROLE outbox_operator"
      })
  void writerReadsNothingAndChoosesNeitherNumberNorTransactionNorSlot(String sql) {
    assertNotPermitted(application, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1')",
        "INSERT INTO outbox.event (slot, seq, stream, event_type, payload) VALUES (0, 1, 's', 'T', '1')",
        "SELECT outbox.append('s', 'T', '1')",
        "INSERT INTO outbox.audit (action, actor, affected) VALUES ('redrive', 'me', 0)",
        "UPDATE outbox.audit SET affected = 1",
        "SELECT * FROM outbox.inbox",
        "INSERT INTO outbox.operation (action, actor, filter, until_seq) VALUES ('replay', 'me', '{}', 1)",
        "TRUNCATE outbox.event_00",
        "TRUNCATE outbox.delivery_00",
        "TRUNCATE outbox.progress",
        "SET ROLE outbox_operator",
        "SET ROLE outbox_writer"
      })
  void relayAppendsNothingAndEmptiesNothing(String sql) {
    assertNotPermitted(RELAY, sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1')",
        "SELECT outbox.append('s', 'T', '1')",
        "DELETE FROM outbox.delivery_00",
        "INSERT INTO outbox.progress (token, document) VALUES (1, '[]')",
        "UPDATE outbox.shard SET token = NULL",
        "UPDATE outbox.shard SET leased_until = now()",
        "UPDATE outbox.shard SET owner = NULL, suspects = NULL",
        "UPDATE outbox.shard SET crashes = 0",
        "UPDATE outbox.audit SET reason = 'another'",
        "UPDATE outbox.audit SET at = now()",
        "SELECT nextval('outbox.lease_token')",
        "TRUNCATE outbox.progress",
        "TRUNCATE outbox.shard",
        "SET ROLE outbox_relay",
        "SET ROLE outbox_writer"
      })
  void operatorAppendsNothingAndTakesNoLease(String sql) {
    assertNotPermitted(OPERATOR, sql);
  }

  /** The control: nobody in these tests is allowed everything anyway. */
  @Test
  void nobodyIsSuperuser() throws SQLException {
    for (String user : new String[] {application, RELAY, OPERATOR, LogDatabase.OWNER}) {
      try (Connection connection = database.connect(user);
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT current_setting('is_superuser')")) {
        row.next();
        assertThat(row.getString(1)).as(user).isEqualTo("off");
      }
    }
  }
}
