package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

/**
 * How PostgreSQL reads news and pages, whatever it knows of the tables. A statement that is quick
 * on an empty table and slow behind a backlog fails when it is needed.
 */
final class ReadPlansIT {

  private static final int ROWS = Volume.of(30_000, 100_000);
  private static final long WIDTH = 50_400;
  private static final long NOW = 1000 * WIDTH + 20_000;

  /** At {@code NOW} slot 8 is filled, and slot 7 was before. */
  private static final Ring RING = new Ring(WIDTH, NOW, System.nanoTime());

  private static final long HORIZON = (NOW - WIDTH) * 1_000_000;

  private static final String UNSEEN =
      "SELECT relname FROM pg_class WHERE relname LIKE 'event\\___' AND relkind = 'r' AND relallvisible < relpages";

  enum Tables {
    EMPTY(""),
    EMPTY_AND_ANALYZED("ANALYZE outbox.event"),
    FULL(fill("7 + i %% 2")),
    FULL_AND_ANALYZED(fill("7 + i %% 2") + "; ANALYZE outbox.event"),
    ANALYZED_WHEN_EMPTY("ANALYZE outbox.event; " + fill("7 + i %% 2")),
    ALL_SLOTS_FULL(fill("i %% 16")),
    ALL_SLOTS_FULL_AND_ANALYZED(fill("i %% 16") + "; ANALYZE outbox.event"),
    ALL_SLOTS_FULL_AND_VACUUMED(fill("i %% 16"));

    private final String sql;

    Tables(String sql) {
      this.sql = sql;
    }
  }

  private final LogDatabase database = new LogDatabase();
  private Connection relay;

  @BeforeEach
  void connect() throws SQLException {
    relay = database.connect("outbox_relay");
  }

  @AfterEach
  void drop() throws SQLException {
    relay.close();
    database.close();
  }

  private static String fill(String slot) {
    return """
    INSERT INTO outbox.event (slot, stream, event_type, partition_key, payload)
    SELECT %2$s, 'stream-' || i %% 5, 'T', i, json_build_object('i', i, 'text', repeat('x', 200)) FROM generate_series(1, %1$d) i"""
        .formatted(ROWS, slot.replace("%%", "%"));
  }

  private void prepare(Tables tables) throws SQLException {
    for (int slot = 0; slot < 16; slot++) {
      database.execute(
          "ALTER TABLE outbox.event_%02d SET (autovacuum_enabled = off)".formatted(slot));
    }
    if (!tables.sql.isEmpty()) {
      database.execute(tables.sql);
    }
    if (tables == Tables.ALL_SLOTS_FULL_AND_VACUUMED) {
      database.execute("VACUUM ANALYZE outbox.event");
    }
  }

  private static Snapshot snapshot(long xid) {
    return new Snapshot(xid, xid, List.of(), HORIZON);
  }

  /** Sees what was committed until now. */
  private Snapshot now() throws SQLException {
    return Snapshot.parse(database.column("SELECT pg_current_snapshot()").getFirst(), HORIZON);
  }

  private String page(Snapshot since, long after, int streams, ShardSet shards)
      throws SQLException {
    Position position = new Position(since, now(), after, 0);
    List<PageRequest.Wanted> parts =
        IntStream.range(0, streams)
            .mapToObj(i -> new PageRequest.Wanted("stream-" + i, shards, position, 1000 / streams))
            .toList();
    int[] limits = parts.stream().mapToInt(PageRequest.Wanted::limit).toArray();
    return Pages.pageSql(
        relay.unwrap(PGConnection.class), RING, new PageRequest(parts, Windows.ROOM), limits);
  }

  private String news(Snapshot since) {
    return NewsSql.sql(RING, List.of(Map.entry(since, ShardSet.ALL)));
  }

  private static void assertIndexed(QueryPlan plan, String columns) {
    assertThat(plan.types())
        .noneMatch(type -> type.contains("Seq Scan") || type.contains("Bitmap"))
        .noneMatch(type -> type.contains("Sort") || type.contains("Gather"));
    assertThat(plan.relations()).containsExactly("event_07", "event_08");
    assertThat(plan.indexes()).hasSize(2).allMatch(name -> name.contains(columns));
  }

  @ParameterizedTest
  @EnumSource
  void pagesWalkTheIndexOfStreamAndNumber(Tables tables) throws SQLException {
    prepare(tables);
    for (int streams : new int[] {1, 5, 50}) {
      QueryPlan plan = QueryPlan.of(relay, "", page(snapshot(3), 0, streams, ShardSet.ALL));
      assertIndexed(plan, "_stream_seq");
    }
  }

  @ParameterizedTest
  @EnumSource
  void largeEventsAreFetchedThroughTheSameIndex(Tables tables) throws SQLException {
    prepare(tables);
    PageRequest request =
        new PageRequest(
            List.of(Windows.wanted("stream-0", new Position(snapshot(3), now(), 0, 0), 9)), 1);
    String sql =
        Pages.largeSql(
            relay.unwrap(PGConnection.class),
            request,
            List.of(new FoundRows.Large(0, 7, 5), new FoundRows.Large(0, 8, 6)));
    QueryPlan plan = QueryPlan.of(relay, "", sql);
    assertThat(plan.types()).noneMatch(type -> type.contains("Seq Scan"));
    assertThat(plan.indexes()).allMatch(name -> name.contains("_stream_seq"));
  }

  @ParameterizedTest
  @EnumSource
  void newsWalkTheIndexOfTransactions(Tables tables) throws SQLException {
    prepare(tables);
    Snapshot now = now();
    for (Snapshot since :
        List.of(
            snapshot(3),
            now,
            new Snapshot(now.xmin() - 2, now.xmax(), List.of(now.xmin() - 2), HORIZON))) {
      QueryPlan plan = QueryPlan.of(relay, "", news(since));
      assertIndexed(plan, "_xact_");
    }
  }

  /** The rows of a backlog are ten times as many pages. */
  @Test
  void newsOfVacuumedRowsAreInTheIndexAlone() throws SQLException {
    prepare(Tables.ALL_SLOTS_FULL_AND_VACUUMED);
    while (!database.column(UNSEEN).isEmpty()) { // a snapshot of another process was older
      database.execute("VACUUM outbox.event");
    }
    QueryPlan plan = touched(news(snapshot(3)));
    assertThat(plan.types()).contains("Index Only Scan").doesNotContain("Index Scan");
    assertThat(plan.heapFetches()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "FULL_AND_ANALYZED", "ANALYZED_WHEN_EMPTY"})
  void pageTouchesWhatItReturns(Tables tables) throws SQLException {
    prepare(tables);
    for (int streams : new int[] {1, 5}) {
      QueryPlan first = touched(page(snapshot(3), 0, streams, ShardSet.ALL));
      assertThat(first.rows()).isEqualTo(1000);
      assertThat(first.buffers()).isLessThan(2 * 1000 + 200);
      // a window that begins behind all the others
      QueryPlan last = touched(page(snapshot(3), ROWS - 100, streams, ShardSet.ALL));
      assertThat(last.rows()).isEqualTo(20L * streams);
      assertThat(last.buffers()).isLessThan(last.rows() * 2 + 100);
    }
  }

  @Test
  void eventsThatAreDoneBeforeTheWindowAreNotTouched() throws SQLException {
    prepare(Tables.FULL_AND_ANALYZED);
    Snapshot done = now();
    long last = Long.parseLong(database.column("SELECT max(seq) FROM outbox.event").getFirst());
    database.execute(
        "INSERT INTO outbox.event (slot, stream, event_type, payload) SELECT 8, 'stream-1', 'T', '1' FROM generate_series(1, 100)");
    QueryPlan plan = touched(page(done, last, 5, ShardSet.ALL));
    assertThat(plan.rows()).isEqualTo(100);
    assertThat(plan.buffers()).isLessThan(300);
    QueryPlan news = touched(news(done));
    assertThat(news.buffers()).isLessThan(300);
  }

  private QueryPlan touched(String sql) throws SQLException {
    return QueryPlan.of(relay, ", ANALYZE, BUFFERS, TIMING OFF", sql);
  }

  /** The control: without the settings of the role there are bitmaps and sorts. */
  @Test
  void anotherRoleHasOtherPlans() throws SQLException {
    prepare(Tables.FULL);
    try (Connection owner = database.connect(LogDatabase.OWNER)) {
      assertThat(QueryPlan.of(owner, "", news(now())).types()).contains("Sort", "Bitmap Heap Scan");
    }
  }
}
