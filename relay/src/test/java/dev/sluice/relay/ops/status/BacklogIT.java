package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The backlog is what the definition of a position says, event by event: with transactions that
 * commit late, windows half read, and shards that stand at different places.
 */
@Isolated
final class BacklogIT {

  private static final int ROUNDS = 12;

  /** So many events are appended while a round takes its snapshots. */
  private static final int RECENT = 200;

  private static final String INSERT =
      """
      INSERT INTO outbox.event (stream, event_type, partition_key, payload)
      SELECT 's' || i %% 3, 'T', 'k' || i, '{}' FROM generate_series(%d, %d) i
      """;

  /* done(e) = visible(e, S) or (visible(e, P) and e.seq <= w); without a position S is the news. */
  private static final String DEFINITION =
      """
      WITH place AS (
        SELECT s.shard, e.entry FROM outbox.shard s
        JOIN outbox.progress p ON p.token = s.token, json_array_elements(p.document) e(entry)
        WHERE (e.entry -> 'shards')::jsonb @> to_jsonb(s.shard)
      ), at AS (
        SELECT e.stream, e.seq, e.xact, split_part(p.entry ->> 'news', '@', 1) AS news, p.entry -> 'lag' -> e.stream AS position
        FROM outbox.event e LEFT JOIN place p ON p.shard = e.shard
      )
      SELECT stream || ' ' || count(*) || ' ' || min(seq) FROM at
      WHERE NOT coalesce(CASE WHEN position IS NULL THEN pg_visible_in_snapshot(xact, news::pg_snapshot)
        ELSE pg_visible_in_snapshot(xact, split_part(position ->> 0, '@', 1)::pg_snapshot)
          OR (seq <= (position ->> 1)::bigint AND coalesce(pg_visible_in_snapshot(xact, split_part(position ->> 3, '@', 1)::pg_snapshot), false))
        END, false)
      GROUP BY stream ORDER BY stream
      """;

  private static final String COUNTED =
      """
      SELECT b.stream || ' ' || b.pending || ' ' || (SELECT min(e.seq) FROM outbox.event e WHERE e.stream = b.stream AND e.created_at = b.oldest_at)
      FROM outbox.backlog() b ORDER BY b.stream COLLATE "C"
      """;

  private final TestDatabase database = new TestDatabase();
  private final List<Connection> open = new ArrayList<>();
  private final Random random = new Random(7);
  private int appended;

  @AfterEach
  void drop() throws SQLException {
    for (Connection connection : open) {
      connection.close();
    }
    database.close();
  }

  private Connection begin() throws SQLException {
    Connection writer = database.connect("postgres");
    writer.setAutoCommit(false);
    open.add(writer);
    return writer;
  }

  private void append(Connection writer) throws SQLException {
    int count = 1 + random.nextInt(20);
    try (Statement statement = writer.createStatement()) {
      statement.execute(INSERT.formatted(appended + 1, appended + count));
    }
    appended += count;
  }

  /** Transactions append and end in any order; some stay open. */
  private String someTimePasses() throws SQLException {
    for (int i = 0; i < 6; i++) {
      append(random.nextBoolean() || open.isEmpty() ? begin() : any());
      if (random.nextInt(3) > 0) {
        Connection ended = any();
        ended.commit();
        ended.close();
        open.remove(ended);
      }
    }
    return database.rows("SELECT pg_current_snapshot()::text").getFirst();
  }

  private Connection any() {
    return open.get(random.nextInt(open.size()));
  }

  private long first(String stream, String seenBy, String notBy) {
    return Long.parseLong(
        database
            .rows(
                "SELECT coalesce(min(seq), 0) FROM outbox.event WHERE stream = '%s' AND pg_visible_in_snapshot(xact, '%s') AND NOT pg_visible_in_snapshot(xact, '%s')"
                    .formatted(stream, seenBy, notBy))
            .getFirst());
  }

  private String entry(String shards, String old, String target, String news) {
    List<String> lag = new ArrayList<>();
    if (random.nextBoolean()) {
      long beyond = first("s0", news, target);
      lag.add(
          "\"s0\":[\"%s@0\",%d,%d,\"%s@0\"]"
              .formatted(old, Math.max(0, appended - random.nextInt(RECENT)), beyond, target));
    }
    long beyond = first("s1", news, old);
    if (beyond > 0) {
      lag.add("\"s1\":[\"%s@0\",0,%d]".formatted(old, beyond));
    }
    return "{\"shards\":[%s],\"news\":\"%s@5\",\"lag\":{%s}}"
        .formatted(shards, news, String.join(",", lag));
  }

  private static String shards(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(String::valueOf)
        .reduce((a, b) -> a + "," + b)
        .orElse("");
  }

  @Test
  void backlogIsWhatNoPositionHasPassed() throws SQLException {
    List<String> seen = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      String old = someTimePasses();
      String target = someTimePasses();
      String news = someTimePasses();
      String later = someTimePasses();
      someTimePasses();
      String document =
          "[%s,%s]"
              .formatted(
                  entry(shards(0, 7), old, target, news), entry(shards(7, 14), old, target, later));
      // two shards have a token of their own without any progress, as before the first lease
      database.execute(
          "INSERT INTO outbox.progress (token, document) VALUES (%1$d, '%2$s'); UPDATE outbox.shard SET token = %1$d WHERE shard < 14"
              .formatted(round, document));
      List<String> counted = database.rows(COUNTED);
      assertThat(counted).as(document).isEqualTo(database.rows(DEFINITION));
      seen.addAll(counted);
    }
    assertThat(seen).hasSizeGreaterThan(ROUNDS * 2);
    assertThat(appended).isGreaterThan(500);
  }
}
