package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.HeldSql;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.ops.move.Moves.Operation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Replays delivered events: stream by stream, in their order. */
final class ReplaySql {

  /** How many events of the log a chunk looks at, for a filter that hits few of them. */
  private static final int LOOKED_AT = 20_000;

  /** A statement costs as much as so many events. */
  private static final int STATEMENT = 100;

  /*
   * Looks at the next events of the stream through its index, chooses among them, and copies those to outbox.held. A key's
   * events go there in their order, and a lane sends the held events of a key in their order: before what waits of it, for
   * they precede it.
   *
   * Done is judged by the statement's snapshot. What a lane holds or settles meanwhile was not done there, or is in
   * outbox.held already, where it stays as it is. An event that was delivered from outbox.held a moment ago may still be
   * there in the snapshot: it is left alone.
   *
   * The header tells consumers; headers stay the text that they were, since jsonb would refuse some of what json takes. A
   * header of that name goes last, where it wins.
   */
  private static final String REPLAY =
      """
      , looked AS MATERIALIZED (
        SELECT e.slot, e.shard, e.seq, e.xact, e.id, e.event_type, e.partition_key FROM %s e
        WHERE e.stream = :stream AND e.seq > :after AND e.seq <= :until
        ORDER BY e.seq LIMIT :window
      ), chosen AS MATERIALIZED (
        SELECT e.slot, e.seq FROM looked e JOIN place p ON p.shard = e.shard WHERE %s ORDER BY e.seq LIMIT :most
      ), moved AS (
        INSERT INTO outbox.held (subscription, seq, status, redriven_at, created_at, id, max_attempts, slot, shard, stream,
          event_type, aggregate_type, aggregate_id, partition_key, content_type, payload, payload_binary, headers)
        SELECT {subscription}, e.seq, 'WAITING', clock_timestamp(), e.created_at, e.id, e.max_attempts, e.slot, e.shard, e.stream,
          e.event_type, e.aggregate_type, e.aggregate_id, e.partition_key, e.content_type, e.payload, e.payload_binary,
          (CASE WHEN e.headers IS NULL OR e.headers::text ~ '^\\s*\\{\\s*\\}\\s*$' THEN '{'
             ELSE left(rtrim(e.headers::text, E' \\t\\r\\n'), -1) || ',' END
           || '"x-sluice-replay":"' || :operation || '"}')::json
        FROM chosen c
        CROSS JOIN LATERAL (
          SELECT * FROM outbox.event e WHERE e.slot = c.slot AND e.stream = :stream AND e.seq = c.seq OFFSET 0
        ) e
        ORDER BY c.seq
        ON CONFLICT DO NOTHING
        RETURNING seq, id
      ), %s
      SELECT (SELECT count(*) FROM looked), (SELECT max(seq) FROM looked), (SELECT count(*) FROM chosen),
        (SELECT max(seq) FROM chosen), (SELECT array_agg(id ORDER BY seq) FROM moved)
      """;

  private static final String NEXT_STREAM =
      "SELECT e.stream FROM outbox.event e WHERE e.stream > :after ORDER BY e.stream, e.seq LIMIT 1";
  private static final String NEXT_STREAM_OF_IDS =
      "SELECT min(e.stream) FROM outbox.event e WHERE e.id = ANY (:ids) AND e.stream > :after";

  private ReplaySql() {}

  /**
   * @param ids of the events that were moved
   * @param chosen how many were meant to be moved
   * @param stream where to go on; null after the last stream
   */
  record Replayed(Set<UUID> ids, int chosen, @Nullable String stream, long after) {}

  private record Step(int looked, long lastLooked, int chosen, long lastChosen, List<UUID> moved) {}

  static String sql(Filter filter) {
    String replay =
        REPLAY.formatted(
            FilterSql.from("outbox.event", filter), LoggedSql.isMeant(filter), HeldSql.CHANGED);
    return OfSubscription.sql(LoggedSql.oneStream(filter) + replay, filter.subscription());
  }

  /**
   * @param from where the last chunk ended; the empty text at the beginning
   */
  static Replayed replay(
      Connection connection, Operation operation, String from, long after, long until, int most)
      throws SQLException {
    Filter filter = operation.filter();
    Set<UUID> ids = new LinkedHashSet<>();
    String stream = from.isEmpty() ? next(connection, filter, from) : from;
    long place = after;
    int chosen = 0;
    int looked = 0;
    while (stream != null && chosen < most && looked < LOOKED_AT) {
      int left = most - chosen;
      int window = LOOKED_AT - looked;
      Step step = step(connection, operation, stream, place, until, left, window);
      ids.addAll(step.moved());
      chosen += step.chosen();
      looked += STATEMENT + step.looked();
      if (step.chosen() == left) {
        place = step.lastChosen();
      } else if (step.looked() == window) {
        place = step.lastLooked();
      } else {
        stream = next(connection, filter, stream);
        place = 0;
      }
    }
    return new Replayed(ids, chosen, stream, place);
  }

  private static @Nullable String next(Connection connection, Filter filter, String after)
      throws SQLException {
    if (filter.stream() != null) {
      return after.isEmpty() ? filter.stream() : null;
    }
    String sql = filter.ids().isEmpty() ? NEXT_STREAM : NEXT_STREAM_OF_IDS;
    try (NamedStatement next = new NamedStatement(connection, sql)) {
      return next.setIds("ids", filter.ids())
          .set("after", after)
          .query(row -> Optional.ofNullable(row.next() ? row.getString(1) : null))
          .orElse(null);
    }
  }

  private static Step step(
      Connection connection,
      Operation operation,
      String stream,
      long after,
      long until,
      int most,
      int window)
      throws SQLException {
    try (NamedStatement replay = new NamedStatement(connection, sql(operation.filter()))) {
      return FilterSql.bind(replay, operation.filter())
          .set("stream", stream)
          .set("after", after)
          .set("until", until)
          .set("most", most)
          .set("window", window)
          .set("operation", operation.id().toString())
          .query(ReplaySql::step);
    }
  }

  private static Step step(ResultSet row) throws SQLException {
    row.next();
    Object[] ids =
        row.getArray(5) == null
            ? new Object[0]
            : (Object[]) Objects.requireNonNull(row.getArray(5)).getArray();
    return new Step(
        row.getInt(1),
        row.getLong(2),
        row.getInt(3),
        row.getLong(4),
        Arrays.stream(ids).map(UUID.class::cast).toList());
  }
}
