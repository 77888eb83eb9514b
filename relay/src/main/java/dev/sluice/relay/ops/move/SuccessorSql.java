package dev.sluice.relay.ops.move;

import dev.sluice.relay.lane.EventKey;
import dev.sluice.relay.log.DoneSql;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.ops.move.Moves.Match;
import dev.sluice.relay.ops.move.Moves.Successors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What came, or waits, behind dead events: for each of their keys the last of it. */
final class SuccessorSql {

  /*
   * The log has no index by key, so this reads each stream from its first dead event on. It is given so many seconds: an
   * answer that is unknown is treated as a yes. A replay that is under way was delivered. IS TRUE makes a hash of the keys
   * and never a join: there may be 10,000 of them.
   */
  private static final String IN_LOG =
      """
      WITH asked AS MATERIALIZED (
        SELECT a.stream COLLATE "C" AS stream, a.seq FROM unnest(:names::text[], :firsts::bigint[]) AS a(stream, seq)
      ), keys AS MATERIALIZED (
        SELECT k.stream, k.key FROM unnest(:streams::text[], :keys::text[]) AS k(stream, key)
      ), %s, %s
      SELECT l.stream, l.key,
        max(l.seq) FILTER (WHERE l.done AND l.seq NOT IN (SELECT seq FROM discarded) AND NOT EXISTS (
          SELECT FROM outbox.held h WHERE h.subscription = {subscription} AND h.seq = l.seq
            AND strpos(coalesce(h.headers::text, ''), '"x-sluice-replay"') = 0 OFFSET 0)),
        max(l.seq) FILTER (WHERE NOT l.done)
      FROM (
        SELECT e.stream, e.partition_key AS key, e.seq, %s AS done
        FROM asked a
        CROSS JOIN LATERAL (
          SELECT e.stream, e.partition_key, e.seq, e.shard, e.xact FROM outbox.event e
          WHERE e.stream = a.stream AND e.seq > a.seq OFFSET 0
        ) e
        LEFT JOIN place p ON p.stream = e.stream AND p.shard = e.shard
        WHERE ((e.stream, e.partition_key) IN (SELECT stream, key FROM keys)) IS TRUE
      ) l
      GROUP BY l.stream, l.key
      """
          .formatted(DoneSql.PLACES, DoneSql.DISCARDED, DoneSql.DONE);

  /* Also those whose slot of the log was emptied. */
  private static final String IN_HELD =
      """
      SELECT k.stream, k.key, NULL, (
        SELECT max(h.seq) FROM outbox.held h WHERE h.subscription = {subscription} AND h.status <> 'DEAD'
          AND h.stream = k.stream AND h.partition_key = k.key)
      FROM unnest(:streams::text[], :keys::text[]) AS k(stream, key)
      """;

  private SuccessorSql() {}

  /** Numbers; 0 where there is none. */
  private record Last(long delivered, long waiting) {}

  static Successors find(Connection connection, String subscription, List<Match> dead)
      throws SQLException {
    Map<EventKey, Long> keys = new HashMap<>();
    Map<String, Long> streams = new HashMap<>();
    for (Match match : dead) {
      keys.merge(new EventKey(match.stream(), match.key()), match.seq(), Math::min);
      streams.merge(match.stream(), match.seq(), Math::min);
    }
    Map<EventKey, Last> held =
        look(connection, OfSubscription.sql(IN_HELD, subscription), keys, streams);
    Map<EventKey, Last> logged =
        look(connection, OfSubscription.sql(IN_LOG, subscription), keys, streams);
    long delivered = 0;
    long waiting = 0;
    Last none = new Last(0, 0);
    for (Map.Entry<EventKey, Long> key : keys.entrySet()) {
      Last inLog = logged == null ? none : logged.getOrDefault(key.getKey(), none);
      Last inHeld = held == null ? none : held.getOrDefault(key.getKey(), none);
      delivered += inLog.delivered > key.getValue() ? 1 : 0;
      waiting += Math.max(inLog.waiting, inHeld.waiting) > key.getValue() ? 1 : 0;
    }
    return new Successors(
        logged == null ? null : delivered, waiting, logged == null || held == null);
  }

  private static @Nullable Map<EventKey, Last> look(
      Connection connection, String sql, Map<EventKey, Long> keys, Map<String, Long> streams)
      throws SQLException {
    List<EventKey> names = List.copyOf(keys.keySet());
    List<String> asked = List.copyOf(streams.keySet());
    try (NamedStatement look = new NamedStatement(connection, sql)) {
      look.setTexts("streams", names.stream().map(EventKey::stream).toList())
          .setTexts("keys", names.stream().map(EventKey::key).toList())
          .setTexts("names", asked)
          .setNumbers("firsts", asked.stream().map(s -> streams.getOrDefault(s, 0L)).toList());
      return Patience.within(look, SuccessorSql::lasts);
    }
  }

  private static Map<EventKey, Last> lasts(ResultSet rows) throws SQLException {
    Map<EventKey, Last> lasts = new HashMap<>();
    while (rows.next()) {
      EventKey key =
          new EventKey(
              Objects.requireNonNull(rows.getString(1)), Objects.requireNonNull(rows.getString(2)));
      lasts.put(key, new Last(rows.getLong(3), rows.getLong(4)));
    }
    return lasts;
  }
}
