package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.DoneSql;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.ops.move.DeadLetterQueue.Copy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Which copies on the dead-letter queue are out of date. */
final class StaleCopiesSql {

  /*
   * A copy is sent before its event becomes DEAD, so 'not DEAD' alone proves nothing: the copy may be younger than the row
   * that we see. It is stale when its event was brought back after the copy was sent, by both clocks, which are AWS' own.
   * What is DEAD keeps every copy that it has.
   *
   * An event that is not in outbox.held was delivered or discarded if the lanes are done with it, and otherwise may be about
   * to die for the first time. LIMIT 1 makes one probe of it for each copy. OFFSET 0 keeps a planner without statistics from
   * reading all that is held.
   */
  static final String STALE =
      """
      WITH letter AS MATERIALIZED (
        SELECT l.* FROM unnest(:ids::uuid[], :seqs::bigint[], :times::timestamptz[])
          WITH ORDINALITY AS l(id, seq, sent_at, number)
      ), found AS MATERIALIZED (
        SELECT l.number, e.* FROM letter l
        CROSS JOIN LATERAL (
          SELECT e.stream, e.shard, e.seq, e.xact FROM outbox.event e
          WHERE e.id = l.id AND (l.seq = 0 OR e.seq = l.seq) LIMIT 1
        ) e
      ), asked AS MATERIALIZED (SELECT DISTINCT stream FROM found), %s
      SELECT CASE WHEN h.status IS NULL THEN l.id = ANY (:moved::uuid[]) OR %s
          ELSE h.status <> 'DEAD' AND coalesce(h.redriven_at > l.sent_at, false) END
      FROM letter l
      LEFT JOIN LATERAL (
        SELECT h.status, h.redriven_at FROM (SELECT * FROM outbox.held i WHERE i.id = l.id OFFSET 0) h
        WHERE h.subscription = {subscription} ORDER BY h.seq = l.seq DESC LIMIT 1
      ) h ON true
      LEFT JOIN found e ON e.number = l.number
      LEFT JOIN place p ON p.stream = e.stream AND p.shard = e.shard
      ORDER BY l.number
      """
          .formatted(DoneSql.PLACES, DoneSql.DONE);

  private StaleCopiesSql() {}

  /** Each copy is of one subscription. */
  static List<Boolean> stale(Connection connection, List<Copy> copies, Set<UUID> moved)
      throws SQLException {
    List<String> subscriptions = copies.stream().map(Copy::subscription).distinct().toList();
    Map<Copy, Boolean> stale = new HashMap<>();
    for (String subscription : subscriptions) {
      List<Copy> own =
          copies.stream().filter(copy -> copy.subscription().equals(subscription)).toList();
      List<Boolean> verdicts = stale(connection, subscription, own, moved);
      for (int i = 0; i < own.size(); i++) {
        stale.put(own.get(i), verdicts.get(i));
      }
    }
    return copies.stream().map(copy -> stale.getOrDefault(copy, false)).toList();
  }

  private static List<Boolean> stale(
      Connection connection, String subscription, List<Copy> copies, Set<UUID> moved)
      throws SQLException {
    List<UUID> ids = copies.stream().map(Copy::id).toList();
    try (NamedStatement ask =
        new NamedStatement(connection, OfSubscription.sql(STALE, subscription))) {
      return ask.setIds("ids", ids)
          .setNumbers("seqs", copies.stream().map(Copy::seq).toList())
          .setTexts("times", copies.stream().map(copy -> copy.sentAt().toString()).toList())
          .setIds("moved", ids.stream().distinct().filter(moved::contains).toList())
          .query(StaleCopiesSql::booleans);
    }
  }

  private static List<Boolean> booleans(ResultSet rows) throws SQLException {
    List<Boolean> stale = new ArrayList<>();
    while (rows.next()) {
      stale.add(rows.getBoolean(1));
    }
    return Collections.unmodifiableList(stale);
  }
}
