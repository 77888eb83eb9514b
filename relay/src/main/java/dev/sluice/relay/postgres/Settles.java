package dev.sluice.relay.postgres;

import dev.sluice.relay.Outbox.SettleResult;
import dev.sluice.relay.OwedEvent;
import dev.sluice.relay.Settlement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One statement settles a mixed batch. */
final class Settles {

  /*
   * The fence: a share lock on the shards that still carry our token. Whoever takes a lease updates
   * those rows, so either it waits for this statement, or this statement sees the other's token and
   * leaves the shard's events alone. A zombie therefore changes nothing.
   *
   * Delivered events are moved, not marked: a DELETE writes some 60 bytes of WAL and no index entry.
   * The arrays hide behind sub-selects, because the planner counts a plain parameter's elements: for a
   * thousand of them it would rather walk a table of a hundred thousand rows, every batch, than look
   * a thousand rows up. Not seeing the length it assumes ten, and uses the index.
   *
   * Failures carry absolute counts, so that settling twice, after a connection was lost at the wrong
   * moment, is the same as settling once. Delivered events are named by id and seq: between the two
   * attempts the same id may have been replayed or appended again, and that delivery is still owed.
   */
  private static final String FENCE =
      """
      WITH fence AS MATERIALIZED (
        SELECT shard FROM outbox.shard WHERE token = ? FOR SHARE
      ), held AS MATERIALIZED (
        SELECT array_agg(shard) AS shards FROM fence
      ),
      """;

  private static final String DELETE =
      """
      delivered AS (
        DELETE FROM outbox.event e
        USING unnest((SELECT ?::uuid[]), (SELECT ?::bigint[]), (SELECT ?::text[]), (SELECT ?::text[]))
          AS d(id, seq, destination, receipt), held
        WHERE e.id = d.id AND e.seq = d.seq AND e.shard = ANY (held.shards)
        RETURNING %s
      ),
      """;

  private static final String KEEP =
      DELETE.formatted(
              """
              e.seq, e.created_at, e.id, e.retry_count, e.shard, e.stream, e.event_type, e.aggregate_type,
              e.aggregate_id, e.partition_key, e.content_type, e.headers, e.payload, e.payload_binary,
              d.destination, d.receipt
              """)
          + """
          archived AS (
            INSERT INTO outbox.published
              (seq, created_at, id, retry_count, shard, stream, event_type, aggregate_type,
               aggregate_id, partition_key, content_type, headers, payload, payload_binary,
               destination, receipt)
            SELECT * FROM delivered
          ),
          """;

  private static final String MARK =
      """
      marked AS (
        UPDATE outbox.event e
        SET status = f.status, retry_count = f.failures, last_attempt_at = now(),
          last_error_code = f.code, last_error = f.reason,
          next_retry_at = CASE WHEN f.status = 'FAILED' THEN now() + f.delay * interval '1 ms' END
        FROM unnest((SELECT ?::uuid[]), (SELECT ?::text[]), (SELECT ?::int[]),
            (SELECT ?::text[]), (SELECT ?::text[]), (SELECT ?::bigint[]))
          AS f(id, status, failures, code, reason, delay), held
        WHERE e.id = f.id AND e.shard = ANY (held.shards) AND e.status <> 'DEAD'
        RETURNING 1
      )
      SELECT shards, (SELECT count(*) FROM delivered), (SELECT count(*) FROM marked) FROM held
      """;

  static final String ARCHIVE = FENCE + KEEP + MARK;
  private static final String FORGET = FENCE + DELETE.formatted("1") + MARK;
  private static final String MAKE_PARTITIONS = "SELECT outbox.make_partitions()";

  private Settles() {}

  static SettleResult settle(
      Connection connection, long token, List<Settlement> settlements, boolean archive)
      throws SQLException {
    try {
      return execute(connection, token, settlements, archive);
    } catch (SQLException e) {
      if (!SqlStates.NO_PARTITION.equals(e.getSQLState())) {
        throw e;
      }
      // Maintenance has not run for a week: an event is never stuck because of a date.
      try (Statement make = connection.createStatement()) {
        make.execute(MAKE_PARTITIONS);
      }
      return execute(connection, token, settlements, archive);
    }
  }

  private static SettleResult execute(
      Connection connection, long token, List<Settlement> settlements, boolean archive)
      throws SQLException {
    try (PreparedStatement settle = connection.prepareStatement(archive ? ARCHIVE : FORGET)) {
      bind(new Arrays(settle).add(token), settlements);
      try (ResultSet row = settle.executeQuery()) {
        row.next();
        return new SettleResult(shards(row), row.getInt(2), row.getInt(3));
      }
    }
  }

  static void bind(Arrays values, List<Settlement> settlements) throws SQLException {
    List<Settlement.Published> published = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    for (Settlement settlement : settlements) {
      switch (settlement) {
        case Settlement.Published delivered -> published.add(delivered);
        case Settlement.Failed(
                OwedEvent event,
                int failures,
                String code,
                String reason,
                var delay) ->
            marks.add(new Mark(event, "FAILED", failures, code, reason, delay.toMillis()));
        case Settlement.Dead(OwedEvent event, int failures, String code, String reason) ->
            marks.add(new Mark(event, "DEAD", failures, code, reason, 0));
      }
    }
    values.add(Arrays.plain(published.stream().map(p -> p.event().message().id()).toList()));
    values.add(Arrays.plain(published.stream().map(p -> p.event().message().seq()).toList()));
    values.add(Arrays.texts(published.stream().map(Settlement.Published::destination).toList()));
    values.add(Arrays.texts(published.stream().map(Settlement.Published::receipt).toList()));
    values.add(Arrays.plain(marks.stream().map(m -> m.event.message().id()).toList()));
    values.add(Arrays.texts(marks.stream().map(Mark::status).toList()));
    values.add(Arrays.plain(marks.stream().map(Mark::failures).toList()));
    values.add(Arrays.texts(marks.stream().map(Mark::code).toList()));
    values.add(Arrays.texts(marks.stream().map(Mark::reason).toList()));
    values.add(Arrays.plain(marks.stream().map(Mark::delay).toList()));
  }

  private record Mark(
      OwedEvent event, String status, int failures, String code, String reason, long delay) {}

  private static Set<Integer> shards(ResultSet row) throws SQLException {
    Set<Integer> shards = new TreeSet<>();
    java.sql.Array array = row.getArray(1);
    if (array != null) {
      for (Object shard : (Object[]) array.getArray()) {
        shards.add(((Number) shard).intValue());
      }
    }
    return shards;
  }
}
