package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.log.DoneSql;
import dev.sluice.relay.log.HeldSql;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.upkeep.Examined.Missing;
import dev.sluice.relay.ops.upkeep.RingSql.Slot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compares a slot with what a subscription has in the ledger, and puts into outbox.held what is
 * missing there.
 */
final class CoverageSql {

  /**
   * So many are put into outbox.held by one statement, while no lane can settle: they may be large.
   */
  static final int CHUNK = 100;

  /** So many of each kind are named by one examination. */
  static final int MOST = 10_000;

  /*
   * Without statistics the planner expects few rows; a loop over many would never end, and a sort of them would go to disk. A
   * hash is right for any number. The comparison may take minutes of one processor, and leaves the others alone.
   */
  private static final String SETTINGS =
      """
      SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 0;
      SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_sort = off
      """;

  /*
   * An event is covered if the ledger of its slot or outbox.held has its number. What is covered stays so: an event leaves
   * outbox.held in the transaction that writes it into the ledger. The ledger may have more numbers, of a turn before or
   * delivered twice.
   *
   * Numbers are compared as sets of bits, 64 in a row: ten million take 160,000 rows of memory, and neither side is sorted or
   * written to disk. An index lookup for each would take minutes. The slot's rows are read again only where bits are missing.
   *
   * What is missing is either owed, because the position of its stream and shard has not passed it, or uncovered, which no
   * crash explains: a settle writes the ledger, outbox.held and the position in one statement, and this statement sees all
   * three in one snapshot. The places are grouped by one text, of which the planner expects few: so it makes a hash of them,
   * and not of ten million events that are owed.
   *
   * A stream that a subscription does not take is not missing, unless it lags behind in it; nor is an event from before it began.
   */
  private static final String EXAMINE =
      """
      WITH covered AS MATERIALIZED (
        SELECT a.seq >> 6 AS block, bit_or(1::bigint << (a.seq & 63)::int) AS bits
        FROM (
          SELECT unnest(d.seqs) AS seq FROM outbox.delivery_%1$02d d WHERE d.subscription = {subscription}
          UNION ALL
          SELECT h.seq FROM outbox.held h WHERE h.subscription = {subscription}
        ) a GROUP BY 1
      ), present AS MATERIALIZED (
        SELECT e.seq >> 6 AS block, bit_or(1::bigint << (e.seq & 63)::int) AS bits, count(*) AS events
        FROM outbox.event_%1$02d e GROUP BY 1
      ), gap AS MATERIALIZED (
        SELECT p.block, p.bits & ~ coalesce(c.bits, 0) AS bits FROM present p LEFT JOIN covered c USING (block)
        WHERE (p.bits & ~ coalesce(c.bits, 0)) <> 0
      ), missing AS MATERIALIZED (
        SELECT e.stream, e.shard, e.seq, e.xact FROM gap g JOIN outbox.event_%1$02d e ON e.seq >> 6 = g.block
        WHERE ((g.bits >> (e.seq & 63)::int) & 1) <> 0
      ), asked AS MATERIALIZED (SELECT DISTINCT stream FROM missing), %2$s, mark AS MATERIALIZED (
        SELECT l.shard || ' ' || l.stream AS place, (array_agg(l.since))[1] AS since, (array_agg(l.target))[1] AS target,
          max(l.seq) AS seq, bool_or(l.lags) AS lags
        FROM place l GROUP BY 1
      ), taken AS MATERIALIZED (
        SELECT a.stream, (array_agg(n.began ORDER BY n.began IS NOT NULL, pg_snapshot_xmax(n.began)))[1] AS began
        FROM asked a JOIN outbox.subscription n ON n.name = {subscription} AND a.stream LIKE n.streams
        WHERE outbox.takes({subscription}, a.stream) GROUP BY a.stream
      ), judged AS MATERIALIZED (
        SELECT j.stream, j.seq, j.done FROM (
          SELECT e.stream::text AS stream, e.seq, %3$s AS done, coalesce(p.lags, false) AS lags, t.stream IS NOT NULL AS taken,
            coalesce(pg_visible_in_snapshot(e.xact, t.began), false) AS before
          FROM missing e LEFT JOIN mark p ON p.place = e.shard || ' ' || e.stream LEFT JOIN taken t ON t.stream = e.stream
        ) j WHERE CASE WHEN j.done THEN j.taken AND NOT j.before ELSE j.taken OR j.lags END
      )
      SELECT 'slot', NULL::text, NULL::boolean, (SELECT coalesce(sum(events), 0)::bigint FROM present), pg_current_snapshot()::text
      UNION ALL
      SELECT 'time', NULL, NULL, (SELECT (extract(epoch FROM now() - max(h.held_at)) * 1000)::bigint FROM outbox.held h
        WHERE h.subscription = {subscription} AND h.slot = %1$d), now()::text
      UNION ALL
      (SELECT 'stream', j.stream, j.done, count(*), NULL FROM judged j GROUP BY j.stream, j.done ORDER BY 2, 3)
      UNION ALL
      (SELECT 'event', j.stream, j.done, j.seq, NULL FROM judged j WHERE j.done ORDER BY j.seq LIMIT %4$d)
      UNION ALL
      (SELECT 'event', j.stream, j.done, j.seq, NULL FROM judged j WHERE NOT j.done ORDER BY j.seq LIMIT %4$d)
      """;

  /* Nobody settles and nobody leases meanwhile: what is owed to this statement is owed when it ends. */
  private static final String HOLD_STILL =
      "SET LOCAL lock_timeout = '50ms'; LOCK TABLE outbox.progress IN SHARE MODE";

  /*
   * Everything is asked again, since the examination is old: whether this run still has its turn, whether the event is done or
   * owed as it was, and whether the ledger or outbox.held has it by now. So nothing comes to outbox.held twice: neither by two
   * runs, nor after it was delivered.
   */
  private static final String HOLD =
      """
      WITH turn AS MATERIALIZED (
        SELECT FROM outbox.runner r WHERE r.name = 'clean' AND r.owner = ? AND r.until > now() FOR UPDATE
      ), chosen AS MATERIALIZED (
        SELECT c.stream COLLATE "C" AS stream, c.seq FROM turn, unnest(?::text[], ?::bigint[]) AS c(stream, seq)
      ), asked AS MATERIALIZED (SELECT DISTINCT stream FROM chosen), %2$s, moved AS (
        INSERT INTO outbox.held (subscription, seq, status, last_error_code, last_error, created_at, id, max_attempts, slot, shard,
          stream, event_type, aggregate_type, aggregate_id, partition_key, content_type, headers, payload, payload_binary)
        SELECT {subscription}, e.seq, 'WAITING', ?, ?, e.created_at, e.id, e.max_attempts, e.slot, e.shard,
          e.stream, e.event_type, e.aggregate_type, e.aggregate_id, e.partition_key, e.content_type, e.headers, e.payload, e.payload_binary
        FROM chosen c
        CROSS JOIN LATERAL (
          SELECT * FROM outbox.event e WHERE e.slot = %1$d AND e.stream = c.stream AND e.seq = c.seq OFFSET 0
        ) e
        LEFT JOIN place p ON p.stream = e.stream AND p.shard = e.shard
        WHERE %3$s = ? AND NOT EXISTS (
          SELECT FROM outbox.delivery d
          WHERE d.slot = %1$d AND d.at > ?::timestamptz - interval '1 min' AND d.subscription = {subscription} AND d.seqs @> ARRAY[e.seq]
        )
        ORDER BY e.seq
        ON CONFLICT DO NOTHING
        RETURNING stream, seq, id
      ), %4$s, audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason)
        SELECT ?, ?, json_build_object('slot', %1$d, 'subscription', {subscription}::text, 'streams', json_agg(DISTINCT m.stream),
          'ids', (SELECT json_agg(f.id) FROM (SELECT id FROM moved ORDER BY seq LIMIT 100) f)), count(*), ?
        FROM moved m HAVING count(*) > 0
      )
      SELECT count(*) FROM moved
      """;

  private static final String WAITING =
      "SELECT count(*) FROM (SELECT FROM outbox.held h WHERE h.subscription = {subscription} AND h.status <> 'DEAD' LIMIT ?) w";

  private static final String CODE = "UNCOVERED";
  private static final String FAULT =
      "neither the ledger nor outbox.held had it when its slot was to be emptied";
  private static final String OWED = "its slot is needed, and it was not delivered yet";
  private static final Duration LONG_AGO = Duration.ofDays(1);

  private final Session session;

  CoverageSql(Session session) {
    this.session = session;
  }

  /** Throws {@link dev.sluice.relay.lane.LogLostException} if it takes longer than that. */
  Examined examine(String subscription, Slot slot, Duration within) {
    String sql =
        OfSubscription.sql(
            EXAMINE.formatted(slot.number(), DoneSql.PLACES, DoneSql.DONE, MOST), subscription);
    return session.transact(
        within,
        connection -> {
          try (Statement examine = connection.createStatement()) {
            examine.execute(SETTINGS);
            try (ResultSet rows = examine.executeQuery(sql)) {
              return examined(subscription, slot, rows);
            }
          }
        });
  }

  private static Examined examined(String subscription, Slot slot, ResultSet rows)
      throws SQLException {
    long events = 0;
    String snapshot = "";
    String time = "";
    Duration held = LONG_AGO;
    Map<String, Long> uncovered = new LinkedHashMap<>();
    Map<String, Long> owed = new LinkedHashMap<>();
    List<Missing> missing = new ArrayList<>();
    while (rows.next()) {
      String kind = Objects.requireNonNull(rows.getString(1));
      boolean done = rows.getBoolean(3);
      long number = rows.getLong(4);
      boolean none = rows.wasNull();
      if (kind.equals("slot")) {
        events = number;
        snapshot = Objects.requireNonNull(rows.getString(5));
      } else if (kind.equals("time")) {
        held = none ? LONG_AGO : Duration.ofMillis(number);
        time = Objects.requireNonNull(rows.getString(5));
      } else if (kind.equals("stream")) {
        (done ? uncovered : owed).put(Objects.requireNonNull(rows.getString(2)), number);
      } else {
        missing.add(new Missing(Objects.requireNonNull(rows.getString(2)), number, done));
      }
    }
    return new Examined(subscription, slot, events, uncovered, owed, missing, snapshot, time, held);
  }

  /** How many events wait or have failed in outbox.held, and no more than {@link #MOST}. */
  int waiting(String subscription) {
    String sql = OfSubscription.sql(WAITING, subscription);
    return session.perform(
        connection -> {
          try (PreparedStatement count = connection.prepareStatement(sql)) {
            count.setInt(1, MOST);
            try (ResultSet row = count.executeQuery()) {
              row.next();
              return row.getInt(1);
            }
          }
        });
  }

  /**
   * Puts events into outbox.held, where they are due now, and answers how many. Throws {@link
   * dev.sluice.relay.lane.LogLostException} if lanes do not hold still for a moment.
   *
   * @param chosen all of them done, or none
   */
  long hold(Examined examined, List<Missing> chosen, String actor, String owner) {
    return session.transact(
        connection -> {
          try (Statement lock = connection.createStatement()) {
            lock.execute(HOLD_STILL);
          }
          return hold(connection, examined, chosen, actor, owner);
        });
  }

  private static long hold(
      Connection connection, Examined examined, List<Missing> chosen, String actor, String owner)
      throws SQLException {
    boolean done = chosen.getFirst().done();
    String sql =
        HOLD.formatted(
            examined.slot().number(), DoneSql.PLACES, "(" + DoneSql.DONE + ")", HeldSql.CHANGED);
    try (PreparedStatement hold =
        connection.prepareStatement(OfSubscription.sql(sql, examined.subscription()))) {
      hold.setString(1, owner);
      hold.setArray(
          2, connection.createArrayOf("text", chosen.stream().map(Missing::stream).toArray()));
      hold.setArray(
          3, connection.createArrayOf("int8", chosen.stream().map(Missing::seq).toArray()));
      hold.setString(4, done ? CODE : null);
      hold.setString(5, done ? FAULT : null);
      hold.setBoolean(6, done);
      hold.setString(7, examined.time());
      hold.setString(8, done ? "uncovered" : "hold");
      hold.setString(9, actor);
      hold.setString(10, done ? FAULT : OWED);
      try (ResultSet row = hold.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
