package dev.sluice.relay.log;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.Progress;
import dev.sluice.relay.lane.ShardSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who may publish which shard. All clocks are the database's. */
final class Leases {

  /*
   * Locks what is free, in a statement of its own but in the same round trip and transaction. A settle
   * of the last owner ends before the lock is ours; the next statement's snapshot sees its progress.
   */
  private static final String LOCK =
      """
      SELECT FROM outbox.shard s
      WHERE s.subscription = {subscription} AND (s.owner IS NULL OR s.leased_until < now())
        AND (s.shard = ANY (?::smallint[]) OR s.leased_until < now() - ?::bigint * interval '1 ms')
      ORDER BY s.shard FOR UPDATE SKIP LOCKED;
      """;

  /*
   * Takes what is free: never leased, released, or expired. A lane takes its own share, and the shards
   * of others when nobody had them for the grace. The CTE is materialized, or the planner
   * may run the sub-select again and update other rows than it locked. SKIP LOCKED also skips shards
   * that their owner is settling this very moment, however late it is. A shard of another token must be
   * one that the first statement locked, which its xmax says: a settle that ends between this
   * statement's snapshot and its lock would free the shard, and its progress would not be seen.
   *
   * The new token's first progress row is written here, out of the newest rows of the shards' last
   * tokens: an owner that dies before its first settle must not leave shards without a place. What
   * this lane has already (entries of its own newest row) stays in that row. Entries that are equal
   * share one entry again. A lane that takes back its own expired shards was not killed. Shards that
   * carry its token without its knowing are those of a lease whose answer was lost.
   *
   * A successor asks for what is leased. A shard whose owner settles this very moment is skipped: it
   * is asked for the next time, and neither waits for the other.
   */
  private static final String LEASE =
      """
      WITH ask AS MATERIALIZED (
        SELECT coalesce(?::bigint, nextval('outbox.lease_token')) AS token, ?::smallint[] AS barred,
          ?::smallint[] AS share, ?::bigint * interval '1 ms' AS grace, ?::boolean AS asks
      ), free AS MATERIALIZED (
        SELECT s.shard, s.token, s.owner IS NOT NULL AND s.token IS DISTINCT FROM ask.token AS crashed
        FROM outbox.shard s, ask
        WHERE s.subscription = {subscription} AND CASE WHEN s.shard = ANY (ask.barred) THEN s.token = ask.token AND s.leased_until < now()
                   ELSE s.token = ask.token OR (s.owner IS NULL OR s.leased_until < now())
                     AND (s.shard = ANY (ask.share) OR s.leased_until < now() - ask.grace) END
          AND (s.token = ask.token OR s.xmax = pg_current_xact_id()::xid)
        ORDER BY s.shard
        FOR UPDATE OF s SKIP LOCKED
      ), taken AS (
        UPDATE outbox.shard s
        SET owner = ?, token = ask.token, leased_until = now() + ?::bigint * interval '1 ms', wanted_at = NULL, %s
        FROM free, ask
        WHERE s.subscription = {subscription} AND s.shard = free.shard
        RETURNING s.shard, free.crashed, s.crashes, s.answered, s.suspects, s.condemned
      ), wanted AS (
        UPDATE outbox.shard s SET wanted_at = now()
        FROM (
          SELECT s.shard FROM outbox.shard s, ask
          WHERE s.subscription = {subscription} AND ask.asks AND s.shard = ANY (ask.share) AND s.wanted_at IS NULL
            AND s.owner IS NOT NULL AND s.token IS DISTINCT FROM ask.token AND s.leased_until >= now()
          ORDER BY s.shard FOR UPDATE OF s SKIP LOCKED
        ) w
        WHERE s.subscription = {subscription} AND s.shard = w.shard
      ), entries AS (
        SELECT s.shard, p.entry - 'shards' AS place
        FROM (SELECT shard, token FROM free
              UNION ALL
              SELECT o.shard, o.token FROM outbox.shard o, ask
              WHERE o.token = ask.token AND o.shard NOT IN (SELECT shard FROM free)) s
        LEFT JOIN LATERAL (
          SELECT e.entry FROM (
            SELECT n.document FROM outbox.progress n WHERE n.token = s.token ORDER BY n.number DESC LIMIT 1
          ) newest, jsonb_array_elements(newest.document::jsonb) e(entry)
          WHERE e.entry -> 'shards' @> to_jsonb(s.shard)
        ) p ON true
      ), places AS (
        SELECT array_agg(shard) AS shards, place FROM entries GROUP BY place
      ), written AS (
        INSERT INTO outbox.progress (token, document)
        SELECT ask.token, json_agg(jsonb_build_object('shards', p.shards) || p.place)
        FROM places p, ask WHERE p.place IS NOT NULL AND EXISTS (SELECT FROM free)
        GROUP BY ask.token
      )
      SELECT ask.token, array_agg(t.shard), e.place::text, count(*) FILTER (WHERE t.crashed), %s
      FROM ask LEFT JOIN taken t ON true LEFT JOIN entries e ON e.shard = t.shard
      GROUP BY ask.token, e.place
      """
          .formatted(CrashesSql.TAKEN, CrashesSql.LEARNED);

  private static final String RENEW =
      """
      UPDATE outbox.shard SET leased_until = now() + ?::bigint * interval '1 ms'
      WHERE token = ? AND owner IS NOT NULL RETURNING shard
      """;

  /*
   * The token stays: it finds the progress. So do the crashes and the suspects of a lane that was
   * still careful, and how much it answered carefully: its heir goes on.
   */
  private static final String RELEASE =
      """
      UPDATE outbox.shard SET owner = NULL, leased_until = now(), trying = NULL
      WHERE token = ? AND owner IS NOT NULL
      """;

  private Leases() {}

  /**
   * @param first what a new connection has to ask first, in the same round trip: one statement
   *     each; if one refuses, nothing is leased
   */
  static Lease lease(
      Connection connection, String subscription, LeaseRequest request, List<String> first)
      throws SQLException {
    long token = 0;
    List<Progress> progress = new ArrayList<>();
    ShardSet taken = ShardSet.NONE;
    Crashes crashes = Crashes.NONE;
    int crashed = 0;
    String sql = String.join("", first) + OfSubscription.sql(LOCK + LEASE, subscription);
    try (PreparedStatement lease = connection.prepareStatement(sql)) {
      lease.setString(1, request.share().toString());
      lease.setLong(2, request.grace().toMillis());
      lease.setObject(3, request.token(), Types.BIGINT);
      lease.setString(4, request.barred().toString());
      lease.setString(5, request.share().toString());
      lease.setLong(6, request.grace().toMillis());
      lease.setBoolean(7, request.asks());
      lease.setString(8, request.owner());
      lease.setLong(9, request.ttl().toMillis());
      lease.execute();
      lease.getMoreResults();
      for (int i = 0; i < first.size(); i++) {
        lease.getMoreResults();
      }
      try (ResultSet rows = lease.getResultSet()) {
        while (rows.next()) {
          token = rows.getLong(1);
          ShardSet shards = shards(rows, 2);
          taken = taken.with(shards);
          crashed += rows.getInt(4);
          if (!shards.isEmpty()) {
            progress.add(ProgressJson.read(shards, rows.getString(3)));
            crashes = CrashesSql.read(rows, 5, crashes);
          }
        }
      }
    }
    List<HeldKey> blocked =
        taken.isEmpty()
            ? List.of()
            : BlockedSql.read(connection, subscription, taken, request.blocking());
    return new Lease(token, progress, blocked, crashed, crashes);
  }

  private static ShardSet shards(ResultSet rows, int column) throws SQLException {
    ShardSet shards = ShardSet.NONE;
    for (Object shard : (Object[]) Objects.requireNonNull(rows.getArray(column)).getArray()) {
      @Nullable Object number = shard;
      if (number != null) {
        shards = shards.with(ShardSet.of(((Number) number).intValue()));
      }
    }
    return shards;
  }

  static ShardSet renew(Connection connection, long token, Duration ttl) throws SQLException {
    ShardSet held = ShardSet.NONE;
    try (PreparedStatement renew = connection.prepareStatement(RENEW)) {
      renew.setLong(1, ttl.toMillis());
      renew.setLong(2, token);
      try (ResultSet rows = renew.executeQuery()) {
        while (rows.next()) {
          held = held.with(ShardSet.of(rows.getInt(1)));
        }
      }
    }
    return held;
  }

  static int release(Connection connection, long token) throws SQLException {
    try (PreparedStatement release = connection.prepareStatement(RELEASE)) {
      release.setLong(1, token);
      return release.executeUpdate();
    }
  }
}
