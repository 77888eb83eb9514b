package dev.sluice.relay.postgres;

import dev.sluice.relay.Lease;
import dev.sluice.relay.Outbox.Open;
import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.Outbox.ReadResult;
import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.Outbox.Snapshot;
import dev.sluice.relay.OwedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads a batch: five statements in one round trip, each by its own index. */
final class Reads {

  /*
   * Which transactions had ended. First of all, and every statement of a round trip has a snapshot of its
   * own: whatever had ended here, the statements below see; what ends in between they may see, and the next
   * read goes back for it once more. A snapshot's xmax is not the next id to be given out but the one behind
   * the last that ended, so transactions at and above it may be under way; age() counts from there to the next
   * id. It takes none, as pg_current_xact_id() would. A reader that idles in a transaction has no id either
   * and is not seen here.
   */
  private static final String SNAPSHOT =
      """
      SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
        age(pg_snapshot_xmax(pg_current_snapshot())::xid),
        ARRAY(SELECT x::text::bigint FROM pg_snapshot_xip(pg_current_snapshot()) x)
      FROM outbox.event_seq_seq
      """;

  /*
   * Each stream's last sequence number, taken before its backlog is read: if the read does not fill
   * the stream's share, everything up to here has been looked at, also what was held back, and the
   * cursor may stand here. Backwards from the end and bounded by the cursor, so dead rows are few.
   * Not asked for streams with a backlog, whose shares are filled anyway. With it comes how often events
   * came back behind a place: known from before the backlog is read, it can be too small and never too large.
   */
  private static final String NEWEST =
      """
      SELECT s.stream,
        CASE WHEN s.ending THEN
          (SELECT max(e.seq) FROM outbox.event e
           WHERE e.status = 'PENDING' AND e.stream = s.stream AND e.seq > s.after) END,
        coalesce(t.rewinds, 0)
      FROM unnest(?::text[], ?::bigint[], ?::bool[]) AS s(stream, after, ending)
      LEFT JOIN outbox.stream_state t ON t.kind = 'stream' AND t.name = s.stream
      """;

  /*
   * One index range a stream, in order, cut off at its share: index event_pending holds the shard too,
   * so other lanes' events cost no heap access. ORDER BY seq inside the lateral carries the plan; shard
   * by shard would be 64 ranges a stream. A key is held by an earlier event that failed, or, under
   * BLOCK, died. Whether a stream has any such event is asked once for the stream; on a good day it
   * has none, and the probe for every single event, a quarter of the read, is left out.
   * A lane that has every shard passes NULL, and the planner drops the condition.
   * A redrive, a replay or a discard puts events behind the cursor, or lets go of some there, and counts
   * rewinds up in the same transaction. Whoever read on from its cursor then could publish a key's later
   * event before the earlier one behind it. So the count is compared in the snapshot of the read itself:
   * if it moved, nothing is read until the lane has rewound. A read from the start needs no such care.
   * A transaction that was under way at the last read may have ended since, and its events lie behind the place
   * from where this read was to go on. Whether it has is asked in this statement's own snapshot: what it shows of
   * a key's later events it shows of the earlier ones too, if they are looked at. So it goes back to the place
   * behind which that transaction appended, and on a good day walks over what was in flight a moment ago.
   * `= ANY ... IS NOT TRUE` instead of `<> ALL`: PostgreSQL 14 hashes only the former.
   */
  private static final String PENDING =
      """
      SELECT e.* FROM (
        SELECT u.stream, least(u.after, late.place) AS after, u.share, u.ordered, u.blocks, EXISTS (
          SELECT FROM outbox.event h WHERE h.status <> 'PENDING' AND h.stream = u.stream) AS holds
        FROM unnest(?::text[], ?::bigint[], ?::int[], ?::bool[], ?::bool[], ?::bigint[])
          AS u(stream, after, share, ordered, blocks, rewinds)
        CROSS JOIN (
          SELECT min(o.place) AS place FROM unnest(?::xid8[], ?::bigint[]) AS o(transaction, place)
          WHERE pg_visible_in_snapshot(o.transaction, pg_current_snapshot())) late
        LEFT JOIN outbox.stream_state t ON t.kind = 'stream' AND t.name = u.stream
        WHERE u.after = 0 OR coalesce(t.rewinds, 0) = u.rewinds
        OFFSET 0
      ) s
      CROSS JOIN LATERAL (
        SELECT %1$s FROM outbox.event e
        WHERE e.status = 'PENDING' AND e.stream = s.stream AND e.seq > s.after
          AND (?::smallint[] IS NULL OR e.shard = ANY (?::smallint[]))
          AND (e.seq = ANY (?::bigint[])) IS NOT TRUE
          AND NOT (s.ordered AND s.holds AND EXISTS (
            SELECT FROM outbox.event h
            WHERE h.status <> 'PENDING' AND h.stream = e.stream
              AND h.partition_key = e.partition_key AND h.seq < e.seq
              AND (h.status = 'FAILED' OR s.blocks)))
        ORDER BY e.seq LIMIT s.share
      ) e
      """;

  /*
   * Retries have a quota of their own, so that they neither starve nor are starved; first failed, first tried.
   * Only FAILED events have a time, which a constraint holds. Their status is not asked for: a planner whose
   * statistics are old might then rather walk event_held, and with it every dead event.
   */
  private static final String DUE =
      """
      SELECT %1$s FROM outbox.event e
      WHERE e.next_retry_at <= now()
        AND e.shard = ANY (?::smallint[])
        AND (e.stream = ANY (?::text[])) IS NOT TRUE
        AND (e.seq = ANY (?::bigint[])) IS NOT TRUE
        AND ((e.stream = ANY (?::text[])) OR NOT EXISTS (
          SELECT FROM outbox.event h
          WHERE h.status <> 'PENDING' AND h.stream = e.stream
            AND h.partition_key = e.partition_key AND h.seq < e.seq AND h.status = 'FAILED'))
      ORDER BY e.next_retry_at LIMIT ?
      """;

  /*
   * Streams nobody told us of. Between two neighbours that we know, any entry of the index is an
   * unknown one: a probe a gap, and no walk over a known stream's dead rows. What is found divides its
   * gap, and the rest of it is probed again.
   */
  private static final String UNKNOWN =
      """
      WITH RECURSIVE gap AS (
        SELECT name, lead(name, 1, repeat(chr(1114111), 8)) OVER (ORDER BY name) AS until
        FROM (SELECT name COLLATE "C" AS name FROM unnest(array_append(?::text[], '')) AS name) known
      ), found AS (
        SELECT name AS stream, until, false AS new FROM gap
        UNION ALL
        SELECT next.stream, found.until, true
        FROM found CROSS JOIN LATERAL (
          SELECT e.stream FROM outbox.event e
          WHERE e.status = 'PENDING' AND e.stream > found.stream AND e.stream < found.until
          ORDER BY e.stream LIMIT 1) next
      )
      SELECT stream FROM found WHERE new LIMIT 1000
      """;

  static final List<String> STATEMENTS =
      List.of(
          SNAPSHOT,
          NEWEST,
          PENDING.formatted(EventRows.COLUMNS),
          DUE.formatted(EventRows.COLUMNS),
          UNKNOWN);

  private static final String READ = String.join(";", STATEMENTS);

  private static final String SUSPECTS =
      """
      SELECT %1$s FROM outbox.shard s JOIN outbox.event e ON e.id = s.suspect
      WHERE s.token = ? AND s.suspect_crashes >= ? AND e.status <> 'DEAD'
      """
          .formatted(EventRows.COLUMNS);

  private Reads() {}

  static ReadResult read(Connection connection, ReadRequest request) throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(READ)) {
      bind(read, request);
      read.execute();
      Snapshot snapshot = snapshot(read.getResultSet());
      read.getMoreResults();
      Map<String, Long> newest = new HashMap<>();
      Map<String, Long> rewinds = new HashMap<>();
      places(read.getResultSet(), newest, rewinds);
      List<OwedEvent> events = new ArrayList<>();
      read.getMoreResults();
      EventRows.addAll(read.getResultSet(), events);
      read.getMoreResults();
      EventRows.addAll(read.getResultSet(), events);
      read.getMoreResults();
      return new ReadResult(snapshot, events, newest, rewinds, unknown(read.getResultSet()));
    }
  }

  static void bind(PreparedStatement read, ReadRequest request) throws SQLException {
    List<Share> shares = request.shares();
    Arrays values = new Arrays(read);
    String streams = Arrays.texts(shares.stream().map(Share::stream).toList());
    String after = column(shares, Share::after);
    String shards = Arrays.plain(request.shards());
    String excluded = Arrays.plain(request.excluded());
    values.add(streams).add(after).add(column(shares, share -> !share.backlog()));
    values.add(streams).add(after).add(column(shares, Share::limit));
    values.add(column(shares, Share::ordered)).add(column(shares, Share::blocksOnDead));
    values.add(column(shares, Share::rewinds));
    values.add(column(request.open(), Open::transaction)).add(column(request.open(), Open::place));
    String some = request.shards().size() == Lease.SHARDS ? null : shards;
    values.add(some).add(some).add(excluded);
    values.add(shards).add(Arrays.texts(request.closed())).add(excluded);
    values.add(Arrays.texts(shares.stream().filter(s -> !s.ordered()).map(Share::stream).toList()));
    values.add(request.retryQuota());
    values.add(Arrays.texts(request.known()));
  }

  private static <T> String column(List<T> rows, Function<T, Object> part) {
    return Arrays.plain(rows.stream().map(part).toList());
  }

  private static Snapshot snapshot(ResultSet row) throws SQLException {
    row.next();
    Set<Long> running = new HashSet<>();
    for (Object transaction : (Object[]) row.getArray(4).getArray()) {
      running.add((Long) transaction);
    }
    long unfinished = row.getLong(2);
    return new Snapshot(row.getLong(1), unfinished + row.getInt(3), unfinished, running);
  }

  private static void places(ResultSet rows, Map<String, Long> newest, Map<String, Long> rewinds)
      throws SQLException {
    while (rows.next()) {
      newest.put(rows.getString(1), rows.getLong(2));
      rewinds.put(rows.getString(1), rows.getLong(3));
    }
  }

  private static List<String> unknown(ResultSet rows) throws SQLException {
    List<String> streams = new ArrayList<>();
    while (rows.next()) {
      streams.add(rows.getString(1));
    }
    return streams;
  }

  static List<OwedEvent> suspects(Connection connection, long token, int crashes)
      throws SQLException {
    try (PreparedStatement suspects = connection.prepareStatement(SUSPECTS)) {
      suspects.setLong(1, token);
      suspects.setInt(2, crashes);
      List<OwedEvent> events = new ArrayList<>();
      try (ResultSet rows = suspects.executeQuery()) {
        EventRows.addAll(rows, events);
      }
      return events;
    }
  }
}
