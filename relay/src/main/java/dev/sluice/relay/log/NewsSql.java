package dev.sluice.relay.log;

import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What committed since some snapshots. */
final class NewsSql {

  /* The statement's own snapshot, the clock, and the width of the slots. */
  private static final String NOW =
      """
      SELECT -1, pg_current_snapshot()::text, (extract(epoch FROM clock_timestamp()) * 1e6)::bigint, outbox.slot_width()::bigint
      """;

  /*
   * A visible row is new if its transaction began after the old snapshot or was running in it. Two
   * scans of the index on xact and no OR, which would need a bitmap. All values are literals, so that
   * the slots prune partitions when the statement is planned.
   */
  private static final String FRESH =
      """
      UNION ALL
      (SELECT %1$d, n.stream, min(n.seq), count(*) FROM (
        SELECT e.stream, e.seq FROM outbox.event e
        WHERE e.slot = ANY ('%2$s') AND e.xact >= '%3$d'::xid8 AND e.shard = ANY ('%4$s')%5$s
      ) n GROUP BY n.stream)
      """;
  private static final String ENDED =
      """

        UNION ALL
        SELECT e.stream, e.seq FROM outbox.event e
        WHERE e.slot = ANY ('%1$s') AND e.xact = ANY ('{%2$s}'::xid8[]) AND e.shard = ANY ('%3$s')""";

  /*
   * The running transactions alone, without a plan over the ring. A snapshot is what had ended when it
   * was taken: everything below xmax but what is listed as running. Whether something that has ended
   * committed never changes, and neither does a row of the log. So equal snapshots see equal rows, and
   * nothing is new: no matter when an event's number was drawn. A prepared transaction is listed as
   * running until it is finished. One that was rolled back, or that wrote elsewhere, makes the
   * snapshots differ: then the whole statement is asked. The value of the sequence says less: an event
   * may be inserted with a number that was drawn long before its transaction began. An idle lane asks
   * this ten times a second, so it asks for nothing more: with the clock it costs half as much again.
   */
  private static final String LOOK = "SELECT pg_current_snapshot()::text";

  private NewsSql() {}

  /**
   * @param slotSeconds how wide the slots are now; the news count only if the ring is as wide
   */
  record Answer(News news, long slotSeconds) {}

  /** Null if something may be new. */
  static @Nullable News look(Connection connection, Map<Snapshot, ShardSet> since)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LOOK)) {
      row.next();
      Snapshot now = Snapshot.parse(Objects.requireNonNull(row.getString(1)), 0);
      boolean same = since.keySet().stream().allMatch(now::seesAsMuchAs);
      return same ? new News(latest(since.keySet()), List.of()) : null;
    }
  }

  private static Snapshot latest(Set<Snapshot> snapshots) {
    return Collections.max(snapshots, Comparator.comparingLong(Snapshot::horizonMicros));
  }

  static Answer read(Connection connection, Ring ring, Map<Snapshot, ShardSet> since)
      throws SQLException {
    List<Map.Entry<Snapshot, ShardSet>> groups = List.copyOf(since.entrySet());
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql(ring, groups))) {
      rows.next();
      long slotSeconds = rows.getLong(4);
      Snapshot now = Snapshot.parse(Objects.requireNonNull(rows.getString(2)), rows.getLong(3));
      List<News.Fresh> fresh = new ArrayList<>();
      while (rows.next()) {
        fresh.add(
            new News.Fresh(
                Objects.requireNonNull(rows.getString(2)),
                groups.get(rows.getInt(1)).getValue(),
                rows.getLong(3),
                rows.getLong(4)));
      }
      return new Answer(new News(now, fresh), slotSeconds);
    }
  }

  static String sql(Ring ring, List<Map.Entry<Snapshot, ShardSet>> groups) {
    StringBuilder sql = new StringBuilder(NOW);
    for (int i = 0; i < groups.size(); i++) {
      sql.append(fresh(i, groups.get(i).getKey(), groups.get(i).getValue(), ring));
    }
    return sql.toString();
  }

  private static String fresh(int number, Snapshot since, ShardSet shards, Ring ring) {
    String slots = ring.since(since.horizonMicros());
    String running = since.running().stream().map(String::valueOf).collect(Collectors.joining(","));
    String ended = running.isEmpty() ? "" : ENDED.formatted(slots, running, shards);
    return FRESH.formatted(number, slots, since.xmax(), shards, ended);
  }
}
