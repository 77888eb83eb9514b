package dev.sluice.relay.log;

import dev.sluice.relay.lane.BlockingStreams;
import dev.sluice.relay.lane.EventKey;
import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.ShardSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The keys that hold back what is read behind them. */
final class BlockedSql {

  /* The first event of each key that is tried again, and when. */
  private static final String WAITING =
      """
      SELECT DISTINCT ON (h.stream, h.partition_key) h.stream, h.partition_key, h.shard, h.seq,
        greatest(0, extract(epoch FROM h.next_retry_at - now()) * 1000)::bigint
      FROM outbox.held h
      WHERE h.subscription = {subscription} AND h.shard = ANY (?::smallint[]) AND h.status <> 'DEAD'
      ORDER BY h.stream, h.partition_key, h.seq
      """;

  /*
   * The streams that have dead events: which of them block is known by the routes alone. There may be
   * many dead events where nothing blocks, so the index is walked from one stream to the next.
   */
  static final String DEAD_STREAMS =
      """
      WITH RECURSIVE dead(stream) AS (
        (SELECT h.stream FROM outbox.held h WHERE h.subscription = {subscription} AND h.status = 'DEAD'
         ORDER BY h.stream LIMIT 1)
        UNION ALL
        SELECT (SELECT h.stream FROM outbox.held h
                WHERE h.subscription = {subscription} AND h.status = 'DEAD' AND h.stream > dead.stream
                ORDER BY h.stream LIMIT 1)
        FROM dead WHERE dead.stream IS NOT NULL
      )
      SELECT stream FROM dead WHERE stream IS NOT NULL
      """;

  /* The first dead event of each key. */
  private static final String DEAD =
      """
      SELECT DISTINCT ON (h.stream, h.partition_key) h.stream, h.partition_key, h.shard, h.seq, 0
      FROM outbox.held h
      WHERE h.subscription = {subscription} AND h.shard = ANY (?::smallint[]) AND h.status = 'DEAD'
        AND h.stream = ANY (?::text[])
      ORDER BY h.stream, h.partition_key, h.seq
      """;

  private record Head(HeldKey key, long seq) {}

  private BlockedSql() {}

  /** A statement more finds a dead event later or earlier; the key's heads are asked again. */
  static List<HeldKey> read(
      Connection connection, String subscription, ShardSet shards, BlockingStreams blocking)
      throws SQLException {
    Map<EventKey, Head> heads = new LinkedHashMap<>();
    try (PreparedStatement waiting =
        connection.prepareStatement(OfSubscription.sql(WAITING, subscription))) {
      waiting.setString(1, shards.toString());
      add(waiting, false, heads);
    }
    List<String> streams =
        blocking.isEmpty() ? List.of() : deadStreams(connection, subscription, blocking);
    if (!streams.isEmpty()) {
      try (PreparedStatement dead =
          connection.prepareStatement(OfSubscription.sql(DEAD, subscription))) {
        dead.setString(1, shards.toString());
        dead.setArray(2, connection.createArrayOf("text", streams.toArray()));
        add(dead, true, heads);
      }
    }
    return heads.values().stream().map(Head::key).toList();
  }

  private static List<String> deadStreams(
      Connection connection, String subscription, BlockingStreams blocking) throws SQLException {
    List<String> streams = new ArrayList<>();
    try (PreparedStatement dead =
            connection.prepareStatement(OfSubscription.sql(DEAD_STREAMS, subscription));
        ResultSet rows = dead.executeQuery()) {
      while (rows.next()) {
        String stream = Objects.requireNonNull(rows.getString(1));
        if (blocking.contains(stream)) {
          streams.add(stream);
        }
      }
    }
    return streams;
  }

  private static void add(PreparedStatement statement, boolean stopped, Map<EventKey, Head> heads)
      throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        EventKey key =
            new EventKey(
                Objects.requireNonNull(rows.getString(1)),
                Objects.requireNonNull(rows.getString(2)));
        Duration due = Duration.ofMillis(rows.getLong(5));
        Head head = new Head(new HeldKey(key, rows.getInt(3), due, stopped), rows.getLong(4));
        heads.merge(key, head, (one, other) -> one.seq < other.seq ? one : other);
      }
    }
  }
}
