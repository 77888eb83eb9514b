package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.OtherServer;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** An outbox that was copied into another PostgreSQL, where transactions have other numbers. */
final class MovedIT {

  private static final String REFUSED =
      "the outbox was copied here from another database cluster, by a dump or by logical replication";
  private static final String TABLES =
      """
      SELECT c.relname FROM pg_class c
      WHERE c.relnamespace = 'outbox'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      """;
  private static final String SEQUENCES =
      "SELECT relname FROM pg_class WHERE relnamespace = 'outbox'::regnamespace AND relkind = 'S'";
  private static final String UNACCOUNTED =
      """
      SELECT e.seq FROM outbox.event e
      WHERE NOT EXISTS (SELECT FROM outbox.delivery l WHERE l.seqs @> ARRAY[e.seq])
        AND NOT EXISTS (SELECT FROM outbox.held h WHERE h.seq = e.seq)
      """;
  private static final String COPIED =
      "SELECT coalesce(bool_and(srsubstate = 'r'), false) FROM pg_subscription_rel";
  private static final String IDS = "SELECT id FROM outbox.event WHERE stream = '%s'";

  private static final OtherServer SERVER = new OtherServer();

  private final TestDatabase ahead = new TestDatabase();
  private final TestDatabase behind = SERVER.database();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @AfterEach
  void drop() {
    ahead.close();
    behind.close();
  }

  private static List<String> deliveredIn(TestDatabase database) {
    return FakeBroker.named(database.name()).delivered().stream()
        .map(OutboxMessage::id)
        .map(String::valueOf)
        .toList();
  }

  /** The events of a key named 'bad' die. */
  private static void deliver(TestDatabase database) {
    FakeBroker.named(database.name())
        .answers(m -> m.key().equals("bad") ? new Rejected("BAD", "it is") : new Delivered("-"));
    try (TestRelay relay =
        new TestRelay(database, Map.of("SLUICE_ROUTES", TestRelay.routeTo(database.name())))) {
      relay.run();
    }
  }

  private static void assertRefused(TestDatabase database) {
    assertThatIllegalStateException()
        .isThrownBy(() -> deliver(database))
        .withMessageStartingWith(REFUSED)
        .withMessageContaining("MigrateHandler");
    assertThat(deliveredIn(database)).isEmpty();
  }

  private static void empty(TestDatabase database) {
    database.rows(TABLES).forEach(table -> database.execute("TRUNCATE outbox." + table));
  }

  /** As pg_dump --data-only has it. */
  private static void dump(TestDatabase from, TestDatabase to) throws Exception {
    empty(to);
    try (Connection source = from.connect("postgres");
        Connection target = to.connect("postgres")) {
      CopyManager out = source.unwrap(PGConnection.class).getCopyAPI();
      CopyManager in = target.unwrap(PGConnection.class).getCopyAPI();
      for (String table : from.rows(TABLES)) {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        out.copyOut("COPY (SELECT * FROM outbox." + table + ") TO STDOUT", rows);
        in.copyIn(
            "COPY outbox." + table + " FROM STDIN", new ByteArrayInputStream(rows.toByteArray()));
      }
    }
    for (String sequence : from.rows(SEQUENCES)) {
      String value = from.one("SELECT last_value FROM outbox." + sequence);
      to.execute("SELECT setval('outbox." + sequence + "', " + value + ")");
    }
  }

  /** 60 of them delivered, 1 dead, 20 owed. */
  private static void fill(TestDatabase old) {
    old.append("done", 60, 7);
    old.execute(
        "INSERT INTO outbox.event (stream, event_type, partition_key, payload) VALUES ('dead', 'T', 'bad', '{}')");
    deliver(old);
    old.append("owed", 20, 3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void dumpIsRefusedUntilTheMigrationGoesOn(boolean forward) throws Exception {
    TestDatabase old = forward ? behind : ahead;
    TestDatabase now = forward ? ahead : behind;
    fill(old);
    dump(old, now);
    now.append("new", 5, 2); // the application does not wait for the migration
    assertRefused(now);
    assertThat(now.one("SELECT outbox.move_in()")).isEqualTo("25");
    deliver(now);
    assertThat(deliveredIn(now))
        .containsExactlyInAnyOrderElementsOf(
            now.rows(IDS.formatted("owed") + " UNION " + IDS.formatted("new")));
    assertThat(now.rows(UNACCOUNTED)).isEmpty();
    assertThat(now.rows("SELECT stream, status FROM outbox.held")).containsExactly("dead|DEAD");
    assertThat(now.rows("SELECT action, affected FROM outbox.audit")).containsExactly("move in|25");
    assertThat(now.one("SELECT outbox.move_in() IS NULL")).isEqualTo("t");
  }

  /** Events that were settled after the dump come twice; the answer says how many at the most. */
  @Test
  void deliveriesThatWereNotDumpedComeTwice() throws Exception {
    fill(behind);
    dump(behind, ahead);
    deliver(behind);
    assertThat(ahead.one("SELECT outbox.move_in()")).isEqualTo("20");
    deliver(ahead);
    assertThat(deliveredIn(ahead))
        .containsExactlyInAnyOrderElementsOf(behind.rows(IDS.formatted("owed")));
    assertThat(deliveredIn(behind)).containsAll(deliveredIn(ahead));
  }

  /** Nobody could take a lease, and nothing would say so. */
  @Test
  void shardsThatWereNotCopiedAreMadeAnew() throws Exception {
    fill(behind);
    dump(behind, ahead);
    ahead.execute("DELETE FROM outbox.shard");
    ahead.execute("SELECT outbox.move_in()");
    deliver(ahead);
    assertThat(deliveredIn(ahead))
        .containsExactlyInAnyOrderElementsOf(behind.rows(IDS.formatted("owed")));
  }

  /** It copies no sequence: new events get numbers that others have. */
  @Test
  void replicaIsRefusedUntilTheMigrationGoesOn() {
    fill(behind);
    behind.execute(
        "CREATE PUBLICATION moved FOR TABLES IN SCHEMA outbox WITH (publish_via_partition_root)");
    empty(ahead);
    String source =
        "host=localhost port=%d user=postgres dbname=%s".formatted(SERVER.port(), behind.name());
    ahead.execute(
        "CREATE SUBSCRIPTION %s CONNECTION '%s' PUBLICATION moved".formatted(ahead.name(), source));
    while (!ahead.one(COPIED).equals("t")) {
      Pause.briefly(); // each table is copied by itself, and followed from then on
    }
    deliver(behind);
    behind.append("owed", 20, 3);
    behind.execute("INSERT INTO outbox.inbox VALUES ('last', gen_random_uuid())");
    while (ahead.count("outbox.inbox") == 0) {
      Pause.briefly();
    }
    ahead.execute("DROP SUBSCRIPTION " + ahead.name());
    ahead.append("new", 50, 4);
    assertRefused(ahead);
    ahead.execute("SELECT outbox.move_in()");
    deliver(ahead);
    assertThat(deliveredIn(ahead)).containsAll(ahead.rows(IDS.formatted("new")));
    List<String> everywhere = new ArrayList<>(deliveredIn(behind));
    everywhere.addAll(deliveredIn(ahead));
    assertThat(everywhere)
        .containsAll(behind.rows("SELECT id FROM outbox.event WHERE stream <> 'dead'"));
    assertThat(ahead.rows(UNACCOUNTED)).isEmpty();
    assertThat(ahead.rows("SELECT stream, status FROM outbox.held")).containsExactly("dead|DEAD");
  }

  /** The name of the database leads elsewhere, in the middle of a run. */
  @Test
  void everyNewConnectionIsLookedAt() throws Exception {
    fill(behind);
    dump(behind, ahead);
    AtomicReference<TestDatabase> here = new AtomicReference<>(behind);
    try (PostgresLog log =
        new PostgresLog(() -> Objects.requireNonNull(here.get()).connect("outbox_relay"))) {
      assertThat(log.news(Map.of(Snapshot.NOTHING, ShardSet.ALL)).fresh()).isNotEmpty();
      here.set(ahead);
      behind.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'outbox_relay'");
      assertThatIllegalStateException()
          .isThrownBy(() -> log.news(Map.of(Snapshot.NOTHING, ShardSet.ALL)))
          .withMessageStartingWith(REFUSED);
    }
  }

  /** So does a file copy of the database, which all tests run on. */
  @Test
  void rewrittenTableIsStillAtHome() {
    ahead.execute("VACUUM (FULL, FREEZE) outbox.cluster");
    assertThat(ahead.one("SELECT outbox.at_home()")).isEqualTo("t");
  }
}
