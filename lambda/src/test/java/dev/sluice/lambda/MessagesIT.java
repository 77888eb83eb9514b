package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.emulators.Planted;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The error of the function when the database is not as it should be. */
@Order(1)
final class MessagesIT {

  private static final String NUDGE = "{\"source\": \"sluice.nudge\"}";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString().replace("-", "");
  private final FakeBroker broker = FakeBroker.named(name);

  @BeforeEach
  void plant() {
    database.execute(
        "SELECT outbox.append('orders', 'Placed', '{\"card\": \"%s\"}')".formatted(Planted.CARD));
  }

  @AfterEach
  void drop() {
    database.close();
  }

  private Map<String, String> environment(String url, String user) {
    Map<String, String> environment = EmptyDatabase.environment(url, user);
    environment.put("SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"fake:" + name + "\"}]");
    return environment;
  }

  private static Throwable failure(Map<String, String> environment) {
    RelayHandler handler = new RelayHandler(environment);
    Throwable thrown = catchThrowable(() -> InvocationContext.invoke(handler, NUDGE));
    handler.beforeCheckpoint(Core.getGlobalContext());
    StringWriter log = new StringWriter();
    thrown.printStackTrace(new PrintWriter(log));
    assertThat(log.toString()).doesNotContain(Planted.CARD);
    return thrown;
  }

  /** The control: nothing is wrong with the rest of it. */
  @Test
  void healthyOutboxIsDrained() throws IOException {
    RelayHandler handler = new RelayHandler(environment(database.url(), "outbox_relay"));
    assertThat(InvocationContext.invoke(handler, NUDGE)).contains("\"published\":1,");
    handler.beforeCheckpoint(Core.getGlobalContext());
    assertThat(new String(broker.delivered().getFirst().payload(), StandardCharsets.UTF_8))
        .contains(Planted.CARD);
  }

  @Test
  void missingSchemaNamesTheFunctionThatMakesIt() {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      assertThat(failure(environment(empty.url(), "outbox_relay")))
          .hasMessage(
              "the schema 'outbox' is missing; invoke MigrateHandler (locally: ./sluice invoke"
                  + " events/empty.json --function migrate) (3F000: ERROR: schema \"outbox\" does not"
                  + " exist)");
    }
  }

  @Test
  void olderSchemaNamesTheFunctionThatBringsItUp() {
    database.execute("ALTER TABLE outbox.shard DROP COLUMN suspects");
    assertThat(failure(environment(database.url(), "outbox_relay")))
        .hasMessage(
            "the schema 'outbox' is older than this release; invoke MigrateHandler (locally: ./sluice"
                + " invoke events/empty.json --function migrate) (42703: ERROR: column s.suspects does"
                + " not exist)");
  }

  @Test
  void schemaWithoutAVersionIsOlder() {
    database.execute(
        "DROP FUNCTION outbox.require_version(int); DROP FUNCTION outbox.schema_version()");
    assertThat(failure(environment(database.url(), "outbox_relay")))
        .hasMessageStartingWith(
            "the schema 'outbox' is older than this release; invoke MigrateHandler (locally: ./sluice"
                + " invoke events/empty.json --function migrate) (42883: ");
    assertThat(database.count("outbox.shard WHERE token IS NOT NULL")).isZero();
  }

  private void schemaIs(int version, int oldest) {
    database.execute(
        """
        CREATE OR REPLACE FUNCTION outbox.schema_version(OUT version int, OUT oldest int)
        LANGUAGE sql IMMUTABLE AS $$ SELECT %d, %d $$
        """
            .formatted(version, oldest));
  }

  @Test
  void newerSchemaThatStillServesThisReleaseIsWorkedOn() throws IOException {
    schemaIs(2, 1);
    RelayHandler handler = new RelayHandler(environment(database.url(), "outbox_relay"));
    assertThat(InvocationContext.invoke(handler, NUDGE)).contains("\"published\":1,");
    handler.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void newerSchemaThatNoLongerServesThisReleaseIsLeftAlone() {
    schemaIs(3, 2);
    assertThat(failure(environment(database.url(), "outbox_relay")))
        .hasMessageStartingWith(
            "the schema 'outbox' is too new for this release; deploy the release whose MigrateHandler"
                + " was invoked (SL002: ERROR: the schema has version 3, which serves releases for"
                + " version 2 and later; this one is for 1");
    assertThat(database.count("outbox.shard WHERE token IS NOT NULL")).isZero();
  }

  @Test
  void schemaThatIsOlderThanTheReleaseIsLeftAlone() {
    schemaIs(0, 0);
    assertThat(failure(environment(database.url(), "outbox_relay")))
        .hasMessageContaining(
            "is older than this release; invoke MigrateHandler (locally: ./sluice invoke"
                + " events/empty.json --function migrate) (SL001: ");
  }

  @Test
  void outboxThatWasCopiedFromAnotherClusterIsLeftAlone() {
    database.execute(
        "DELETE FROM outbox.cluster WHERE mark = 1; INSERT INTO outbox.cluster (mark) VALUES (1)");
    assertThat(failure(environment(database.url(), "outbox_relay")))
        .hasMessageStartingWith(
            "the outbox was copied here from another database cluster, by a dump or by logical"
                + " replication; to have everything delivered that may be owed, invoke"
                + " MigrateHandler (locally: ./sluice invoke events/empty.json --function migrate)"
                + " (SL003: ");
    assertThat(database.count("outbox.shard WHERE token IS NOT NULL")).isZero();
  }

  @Test
  void missingRoleNamesTheSettingsOfTheLogin() {
    assertThat(failure(environment(database.url(), "nobody")))
        .hasMessage(
            "the database refused the login; check SLUICE_DB_USER, SLUICE_DB_AUTH and, with iam,"
                + " GRANT rds_iam and the function's rds-db:connect permission (28000: FATAL: role"
                + " \"nobody\" does not exist)");
  }

  @Test
  void missingPrivilegeNamesTheRoleToBe() {
    database.execute("admin", "CREATE ROLE reader_" + name + " LOGIN");
    assertThat(failure(environment(database.url(), "reader_" + name)))
        .hasMessage(
            "the database role lacks a privilege; SLUICE_DB_USER should be outbox_relay, or"
                + " outbox_operator for OpsHandler, or a member of it (42501: ERROR: permission"
                + " denied for schema outbox)");
  }

  @Test
  void missingDatabaseNamesTheUrl() {
    String gone = database.url() + "_gone";
    assertThat(failure(environment(gone, "outbox_relay")))
        .hasMessage(
            "the database in SLUICE_DB_URL does not exist (3D000: FATAL: database \"%s\" does not exist)"
                .formatted(gone.substring(gone.lastIndexOf('/') + 1)));
  }

  /** PostgreSQL would quote the row that it refuses; the driver does not ask for that. */
  @Test
  void refusedRowIsNotQuoted() {
    database.execute(
        "ALTER TABLE outbox.delivery ADD CONSTRAINT refuse CHECK (stream <> 'orders')");
    assertThat(failure(environment(database.url(), "outbox_relay")))
        .hasMessageStartingWith(
            "the database refused a statement (23514: ERROR: new row for relation");
    assertThat(database.count("outbox.delivery")).isZero();
  }

  @Test
  void databaseThatCannotBeReachedIsNoQuietOutbox() {
    assertThat(failure(environment("jdbc:postgresql://localhost:1/app", "outbox_relay")))
        .hasMessage(
            "the database is out of reach; check the host and port in SLUICE_DB_URL, that the"
                + " database runs, and that the function's network leads there (08001:"
                + " java.net.ConnectException: Connection refused)");
  }

  @Test
  void hostThatDoesNotExistIsNamed() {
    assertThat(failure(environment("jdbc:postgresql://db.invalid/app", "outbox_relay")))
        .hasMessage(
            "the database is out of reach; check the host and port in SLUICE_DB_URL, that the"
                + " database runs, and that the function's network leads there (08001:"
                + " java.net.UnknownHostException: db.invalid)");
  }

  /** The control: to find every shard taken is an answer. */
  @Test
  void outboxThatAnotherLaneHoldsIsNoFailure() throws IOException {
    database.execute(
        "UPDATE outbox.shard SET owner = 'another', token = 999999, leased_until = now() + interval '1 h'");
    RelayHandler handler = new RelayHandler(environment(database.url(), "outbox_relay"));
    assertThat(InvocationContext.invoke(handler, NUDGE)).contains("\"leasedShards\":0,");
    handler.beforeCheckpoint(Core.getGlobalContext());
  }
}
