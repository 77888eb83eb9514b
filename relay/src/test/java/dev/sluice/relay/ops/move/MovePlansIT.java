package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.log.QueryPlan;
import dev.sluice.relay.ops.move.Moves.Selection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A chunk touches what it moves, however many events there are, and whatever the planner knows. */
final class MovePlansIT {

  private static final int LOG = Volume.of(30_000, 300_000);
  private static final int DEAD = Volume.of(10_000, 100_000);
  private static final int CHUNK = 100;
  private static final UUID ID = UUID.fromString("01a1ef97-3a0c-7b80-a2f9-f491688b7126");
  private static final Map<String, String> STREAMS =
      Map.of("s0", "fake:a", "s1", "fake:a", "s2", "fake:b", "s3", "fake:b", "s4", "fake:c");

  private static final String FILL =
      """
      INSERT INTO outbox.event (slot, stream, event_type, partition_key, payload)
      SELECT i %% 2, 's' || i %% 5, 'T', 'k' || i %% 1000, to_json(repeat('x', 200)) FROM generate_series(1, %1$d) i;
      INSERT INTO outbox.held (subscription, seq, status, last_error_code, last_error, created_at, id, slot, shard, stream, event_type,
        partition_key, content_type, payload)
      SELECT 'main', seq, 'DEAD', 'C', 'no ' || seq, created_at, id, slot, shard, stream, event_type, partition_key,
        content_type, payload FROM outbox.event WHERE seq <= %2$d;
      INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
      SELECT 1, slot, 'main', stream, 'fake:a', array_agg(seq), '' FROM outbox.event WHERE seq > %2$d
      GROUP BY slot, stream, seq / 1000;
      INSERT INTO outbox.progress (token, document) SELECT 1, json_build_array(json_build_object(
        'shards', (SELECT json_agg(i) FROM generate_series(0, 15) i),
        'news', pg_current_snapshot()::text || '@0', 'lag', '{}'::json));
      UPDATE outbox.shard SET token = 1
      """;

  private final MovedOutbox outbox = new MovedOutbox();

  @AfterEach
  void drop() {
    outbox.close();
  }

  private void fill(boolean analyzed) {
    for (String table : List.of("held", "event_00", "event_01", "delivery_00", "delivery_01")) {
      outbox.database.execute("ALTER TABLE outbox." + table + " SET (autovacuum_enabled = off)");
    }
    outbox.database.execute(FILL.formatted(LOG, DEAD));
    // the snapshot of the progress must see what was filled in
    outbox.database.execute(
        "UPDATE outbox.progress SET document = replace(document::text, document -> 0 ->> 'news', pg_current_snapshot()::text || '@0')::json");
    if (analyzed) {
      outbox.database.execute("ANALYZE");
    }
  }

  @FunctionalInterface
  private interface Binding {
    void bind(NamedStatement statement) throws SQLException;
  }

  private QueryPlan run(String sql, Binding binding) throws SQLException {
    try (Connection connection = outbox.database.connect("outbox_operator")) {
      connection.setAutoCommit(false);
      try (NamedStatement explain =
          new NamedStatement(
              connection, "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) " + sql)) {
        binding.bind(explain);
        return explain.query(
            row -> {
              row.next();
              return QueryPlan.parse(Objects.requireNonNull(row.getString(1)));
            });
      } finally {
        connection.rollback();
      }
    }
  }

  private static Selection selection(MoveKind kind, Filter filter) {
    return new Selection(kind, filter, STREAMS);
  }

  private static Filter filter(String name, String value) {
    return FilterText.stored(Map.of(name, value));
  }

  private static final Filter ALL = FilterText.stored(Map.of("all", true));

  /** The rows that a scan of this table brought to the rest of the plan, or threw away. */
  private static double touched(QueryPlan plan, String table) {
    return plan.nodes().stream()
        .filter(node -> String.valueOf(node.get("Relation Name")).startsWith(table))
        .filter(node -> String.valueOf(node.get("Node Type")).contains("Scan"))
        .mapToDouble(
            node ->
                (number(node, "Actual Rows") + number(node, "Rows Removed by Filter"))
                    * number(node, "Actual Loops"))
        .sum();
  }

  private static double number(Map<String, Object> node, String name) {
    return ((Number) Objects.requireNonNull(node.getOrDefault(name, 0))).doubleValue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void redriveAndDiscardWalkTheDead(boolean analyzed) throws SQLException {
    fill(analyzed);
    for (MoveKind kind : List.of(MoveKind.REDRIVE, MoveKind.DISCARD)) {
      Selection selection = selection(kind, ALL);
      QueryPlan plan =
          run(
              MoveSql.sql(selection),
              s ->
                  DeadSql.bind(s, selection, DEAD / 2, LOG, CHUNK).set("operation", ID.toString()));
      assertThat(plan.indexes()).as("%s", kind).contains("held_dead", "held_pkey");
      assertThat(touched(plan, "held")).as("%s", kind).isLessThan(10 * CHUNK);
      assertThat(plan.rows()).isEqualTo(CHUNK);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deadEventIsFoundByItsId(boolean analyzed) throws SQLException {
    fill(analyzed);
    Selection selection = selection(MoveKind.REDRIVE, filter("ids", ID.toString()));
    QueryPlan plan =
        run(
            MovePreviewSql.sql(selection),
            s -> DeadSql.bind(s, selection, 0, Long.MAX_VALUE, 10_000));
    assertThat(touched(plan, "held")).isLessThan(10);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replayWalksItsStreamFromItsPlace(boolean analyzed) throws SQLException {
    fill(analyzed);
    for (Filter filter :
        List.of(ALL, filter("key", "k7"), filter("from", "2020-01-01T00:00:00Z"))) {
      QueryPlan plan =
          run(
              ReplaySql.sql(filter),
              s ->
                  FilterSql.bind(s, filter)
                      .set("stream", "s2")
                      .set("after", (long) DEAD)
                      .set("until", (long) LOG)
                      .set("most", CHUNK)
                      .set("window", 2_000)
                      .set("operation", ID.toString()));
      assertThat(plan.indexes()).anyMatch(name -> name.contains("_stream_seq"));
      assertThat(touched(plan, "event_")).as("%s", filter).isLessThan(3 * 2_000);
      assertThat(touched(plan, "held")).as("%s", filter).isLessThan(2_000);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void copiesAreFoundByTheirIds(boolean analyzed) throws SQLException {
    fill(analyzed);
    QueryPlan plan =
        run(
            OfSubscription.sql(StaleCopiesSql.STALE, "main"),
            s ->
                s.setIds("ids", List.of(ID, ID))
                    .setNumbers("seqs", List.of(1L, 0L))
                    .setTexts("times", List.of("2026-11-18 03:00Z", "2026-11-18 03:00Z"))
                    .setIds("moved", List.of()));
    assertThat(plan.indexes()).contains("held_id", "event_00_id");
    assertThat(touched(plan, "held") + touched(plan, "event_")).isLessThan(10);
  }

  /** The control: what has no index is seen to be walked through. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void filterWithoutAnIndexIsSeenToWalk(boolean analyzed) throws SQLException {
    fill(analyzed);
    Selection selection = selection(MoveKind.REDRIVE, filter("type", "none"));
    QueryPlan plan =
        run(
            MovePreviewSql.sql(selection),
            s -> DeadSql.bind(s, selection, 0, Long.MAX_VALUE, 10_000));
    assertThat(touched(plan, "held")).isGreaterThanOrEqualTo(DEAD);
  }
}
