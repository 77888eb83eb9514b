package dev.sluice.relay.postgres;

import dev.sluice.relay.ops.Command.Kind;
import dev.sluice.relay.ops.Moves;
import dev.sluice.relay.ops.Moves.Match;
import dev.sluice.relay.ops.Moves.Matches;
import dev.sluice.relay.ops.Moves.Selection;
import dev.sluice.relay.ops.Moves.Successors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks before anything is moved. */
final class Looks {

  /* Hops from stream to stream through event_dead. */
  private static final String STREAMS =
      """
      WITH RECURSIVE dying AS (
        (SELECT e.stream FROM outbox.event e WHERE e.status = 'DEAD' ORDER BY e.stream LIMIT 1)
        UNION ALL
        SELECT (SELECT e.stream FROM outbox.event e
                WHERE e.status = 'DEAD' AND e.stream > d.stream ORDER BY e.stream LIMIT 1)
        FROM dying d WHERE d.stream IS NOT NULL
      )
      SELECT stream FROM dying WHERE stream IS NOT NULL
      """;

  private static final String COUNT_DEAD = "SELECT count(*) FROM (" + Selections.DEAD + ") c";

  private static final String LOOK_AT_DEAD =
      """
      SELECT c.id, c.seq, c.stream, c.event_type, c.partition_key, c.created_at, c.at, c.last_error_code,
        outbox.failure_reason(c.last_error),
        outbox.failure_group(c.destination, c.last_error_code, c.last_error)
      FROM (%s) c
      """
          .formatted(Selections.DEAD);

  private static final String COUNT_PUBLISHED =
      "SELECT count(*) FROM (" + Selections.PUBLISHED.formatted("seq") + " LIMIT ?) c";

  private static final String LOOK_AT_PUBLISHED =
      """
      SELECT c.id, c.seq, c.stream, c.event_type, c.partition_key, c.created_at, c.published_at,
        NULL, NULL, NULL
      FROM (%s LIMIT ?) c
      """
          .formatted(Selections.PUBLISHED.formatted("*"));

  /*
   * The archive has no index by key, so this reads the days since the oldest of them was created. It is
   * given so many seconds: an answer that is unknown is treated as a yes.
   */
  private static final String DELIVERED =
      """
      SELECT count(DISTINCT (k.stream, k.key))
      FROM unnest(?::text[], ?::text[], ?::bigint[]) AS k(stream, key, seq)
      JOIN outbox.published p ON p.stream = k.stream AND p.partition_key = k.key AND p.seq > k.seq
      WHERE p.published_at >= ?::timestamptz AND p.seq > ?::bigint AND p.status = 'PUBLISHED'
      """;

  /* The first 10,000 behind each stream's first, and what waits for its retry. */
  private static final String WAITING =
      """
      WITH k AS MATERIALIZED (
        SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[]) AS k(stream, key, seq)
      ), behind AS MATERIALIZED (
        SELECT e.stream, e.partition_key, e.seq
        FROM (SELECT stream, min(seq) AS seq FROM k GROUP BY stream) s
        CROSS JOIN LATERAL (
          SELECT e.stream, e.partition_key, e.seq FROM outbox.event e
          WHERE e.status = 'PENDING' AND e.stream = s.stream AND e.seq > s.seq
          ORDER BY e.seq LIMIT 10001) e
      ), waiting AS (
        SELECT k.stream, k.key FROM k JOIN behind b
          ON b.stream = k.stream AND b.partition_key = k.key AND b.seq > k.seq
        UNION
        SELECT k.stream, k.key FROM k WHERE EXISTS (
          SELECT FROM outbox.event h WHERE h.status <> 'PENDING' AND h.stream = k.stream
            AND h.partition_key = k.key AND h.seq > k.seq AND h.status = 'FAILED')
      )
      SELECT count(*),
        coalesce((SELECT bool_or(n > 10000) FROM (SELECT count(*) AS n FROM behind GROUP BY stream) c), false)
      FROM waiting
      """;

  private static final String CANCELED = "57014";
  private static final int PATIENCE_SECONDS = 10;
  private static final Duration MARGIN = Duration.ofHours(1);

  private Looks() {}

  static List<String> deadStreams(Connection connection) throws SQLException {
    try (PreparedStatement look = connection.prepareStatement(STREAMS);
        ResultSet rows = look.executeQuery()) {
      List<String> streams = new ArrayList<>();
      while (rows.next()) {
        streams.add(rows.getString(1));
      }
      return streams;
    }
  }

  static Matches match(Connection connection, Selection selection) throws SQLException {
    boolean replay = selection.kind() == Kind.REPLAY;
    Long count = count(connection, selection, replay ? COUNT_PUBLISHED : COUNT_DEAD);
    try (PreparedStatement look =
        connection.prepareStatement(replay ? LOOK_AT_PUBLISHED : LOOK_AT_DEAD)) {
      bind(look, selection, Moves.LOOKED_AT);
      List<Match> first = patiently(look, Selections::matches);
      return first == null
          ? new Matches(0, false, List.of())
          : new Matches(count == null ? first.size() : count, count != null, first);
    }
  }

  private static @Nullable Long count(Connection connection, Selection selection, String sql)
      throws SQLException {
    try (PreparedStatement look = connection.prepareStatement(sql)) {
      bind(look, selection, Moves.COUNTED);
      return patiently(look, Looks::number);
    }
  }

  private static void bind(PreparedStatement look, Selection selection, int limit)
      throws SQLException {
    Arrays values = new Arrays(look);
    if (selection.kind() == Kind.REPLAY) {
      Selections.bindPublished(values, selection.filter(), 0, Long.MAX_VALUE);
      values.add(limit);
    } else {
      Selections.bindDead(values, selection, 0, Long.MAX_VALUE, limit);
    }
  }

  static Successors successors(Connection connection, List<Match> dead) throws SQLException {
    Map<List<String>, Long> firsts = new LinkedHashMap<>();
    dead.forEach(m -> firsts.merge(List.of(m.stream(), m.key()), m.seq(), Math::min));
    Long delivered = delivered(connection, firsts, dead);
    try (PreparedStatement look = connection.prepareStatement(WAITING)) {
      bindKeys(new Arrays(look), firsts);
      try (ResultSet row = look.executeQuery()) {
        row.next();
        return new Successors(delivered, row.getLong(1), row.getBoolean(2));
      }
    }
  }

  private static @Nullable Long delivered(
      Connection connection, Map<List<String>, Long> firsts, List<Match> dead) throws SQLException {
    if (dead.isEmpty()) {
      return 0L;
    }
    Instant since =
        dead.stream()
            .flatMap(match -> Stream.of(match.createdAt(), match.at()))
            .min(Instant::compareTo)
            .orElseThrow()
            .minus(MARGIN);
    try (PreparedStatement look = connection.prepareStatement(DELIVERED)) {
      Arrays values = bindKeys(new Arrays(look), firsts);
      values.add(since.toString()).add(firsts.values().stream().min(Long::compare).orElseThrow());
      return patiently(look, Looks::number);
    }
  }

  private static Arrays bindKeys(Arrays values, Map<List<String>, Long> firsts)
      throws SQLException {
    values.add(Arrays.texts(firsts.keySet().stream().map(List::getFirst).toList()));
    values.add(Arrays.texts(firsts.keySet().stream().map(List::getLast).toList()));
    return values.add(Arrays.plain(firsts.values()));
  }

  private static Long number(ResultSet row) throws SQLException {
    row.next();
    return row.getLong(1);
  }

  @FunctionalInterface
  private interface Rows<T> {
    T read(ResultSet rows) throws SQLException;
  }

  /** Null if it took too long. */
  private static <T> @Nullable T patiently(PreparedStatement look, Rows<T> rows)
      throws SQLException {
    look.setQueryTimeout(PATIENCE_SECONDS);
    try (ResultSet result = look.executeQuery()) {
      return rows.read(result);
    } catch (SQLException e) {
      if (CANCELED.equals(e.getSQLState())) {
        return null;
      }
      throw e;
    }
  }
}
