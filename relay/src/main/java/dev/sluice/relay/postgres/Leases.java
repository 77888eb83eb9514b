package dev.sluice.relay.postgres;

import dev.sluice.relay.Invocation;
import dev.sluice.relay.Lease;
import dev.sluice.relay.Outbox.LeaseRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Who may publish which shard. All clocks are the database's. */
final class Leases {

  /*
   * Takes what is free: never leased, released, or expired. The CTE is materialized, or the planner
   * may run the sub-select again and update other rows than it locked. SKIP LOCKED also skips shards
   * that their owner is settling this very moment, however late it is.
   *
   * A lane takes its own shards, and others' once nobody had them for the grace: released_until lies
   * in the past by then. An expired token that was never released is a crash. If that owner had
   * written down a suspect, nothing else was in flight and only the suspect's shard is charged.
   */
  private static final String LEASE =
      """
      WITH ask AS MATERIALIZED (
        SELECT coalesce(?::bigint, nextval('outbox.lease_token')) AS token
      ), free AS MATERIALIZED (
        SELECT s.shard, s.token IS NOT NULL AS crashed,
          EXISTS (SELECT FROM outbox.shard o WHERE o.token = s.token AND o.trying IS NOT NULL)
            AS alone
        FROM outbox.shard s
        WHERE (s.token IS NULL OR s.leased_until < now())
          AND (s.shard % ?::int = ?::int OR s.leased_until < now() - ?::bigint * interval '1 ms')
        ORDER BY s.shard
        FOR UPDATE SKIP LOCKED
      )
      UPDATE outbox.shard s
      SET owner = ?, token = ask.token, leased_until = now() + ?::bigint * interval '1 ms',
        crashes = s.crashes + (free.crashed AND (s.trying IS NOT NULL OR NOT free.alone))::int,
        suspect_crashes = CASE
          WHEN NOT free.crashed OR s.trying IS NULL THEN s.suspect_crashes
          WHEN s.trying = s.suspect THEN s.suspect_crashes + 1 ELSE 1 END,
        suspect = CASE WHEN free.crashed THEN coalesce(s.trying, s.suspect) ELSE s.suspect END,
        trying = NULL
      FROM free, ask
      WHERE s.shard = free.shard
      RETURNING ask.token, s.shard, s.crashes, s.suspect, s.suspect_crashes, free.crashed
      """;

  private static final String RENEW =
      """
      UPDATE outbox.shard SET leased_until = now() + ?::bigint * interval '1 ms'
      WHERE token = ? RETURNING shard
      """;

  /* leased_until then says since when the shard is free. */
  private static final String RELEASE =
      """
      UPDATE outbox.shard
      SET token = NULL, owner = NULL, leased_until = now(), trying = NULL
      WHERE token = ?
      """;

  /* One a lease: whatever was tried before has been settled. */
  private static final String TRY =
      """
      UPDATE outbox.shard SET trying = CASE WHEN shard = t.place THEN t.id END
      FROM (SELECT ?::uuid AS id, ?::int AS place) t
      WHERE token = ? AND (trying IS NOT NULL OR shard = t.place)
      """;

  private static final String ACQUIT =
      """
      UPDATE outbox.shard SET crashes = 0, trying = NULL, suspect = NULL, suspect_crashes = 0
      WHERE token = ? AND (crashes > 0 OR trying IS NOT NULL OR suspect IS NOT NULL)
      """;

  private Leases() {}

  /**
   * @param served the schema is known to serve this release; otherwise it is asked in the same
   *     round trip, and what it refuses leases nothing
   */
  static Lease lease(Connection connection, LeaseRequest request, boolean served)
      throws SQLException {
    Invocation.Lane lane = request.lane();
    String sql = served ? LEASE : SchemaVersion.REQUIRE + LEASE;
    try (PreparedStatement lease = connection.prepareStatement(sql)) {
      Long token = request.token();
      if (token == null) {
        lease.setNull(1, Types.BIGINT);
      } else {
        lease.setLong(1, token);
      }
      lease.setInt(2, lane == null ? 1 : lane.count());
      lease.setInt(3, lane == null ? 0 : lane.index());
      lease.setLong(4, request.grace().toMillis());
      lease.setString(5, request.owner());
      lease.setLong(6, request.ttl().toMillis());
      lease.execute();
      if (!served) {
        lease.getMoreResults();
      }
      try (ResultSet rows = lease.getResultSet()) {
        return lease(rows);
      }
    }
  }

  private static Lease lease(ResultSet rows) throws SQLException {
    long token = 0;
    List<Lease.Held> shards = new ArrayList<>();
    while (rows.next()) {
      token = rows.getLong(1);
      shards.add(
          new Lease.Held(
              rows.getInt(2),
              rows.getInt(3),
              rows.getObject(4, UUID.class),
              rows.getInt(5),
              rows.getBoolean(6)));
    }
    return new Lease(token, shards);
  }

  static Set<Integer> renew(Connection connection, long token, Duration ttl) throws SQLException {
    try (PreparedStatement renew = connection.prepareStatement(RENEW)) {
      renew.setLong(1, ttl.toMillis());
      renew.setLong(2, token);
      Set<Integer> shards = new TreeSet<>();
      try (ResultSet rows = renew.executeQuery()) {
        while (rows.next()) {
          shards.add(rows.getInt(1));
        }
      }
      return shards;
    }
  }

  static int release(Connection connection, long token) throws SQLException {
    try (PreparedStatement release = connection.prepareStatement(RELEASE)) {
      release.setLong(1, token);
      return release.executeUpdate();
    }
  }

  static int suspect(Connection connection, long token, int shard, UUID event) throws SQLException {
    try (PreparedStatement suspect = connection.prepareStatement(TRY)) {
      suspect.setObject(1, event);
      suspect.setInt(2, shard);
      suspect.setLong(3, token);
      return suspect.executeUpdate();
    }
  }

  static int acquit(Connection connection, long token) throws SQLException {
    try (PreparedStatement acquit = connection.prepareStatement(ACQUIT)) {
      acquit.setLong(1, token);
      return acquit.executeUpdate();
    }
  }
}
