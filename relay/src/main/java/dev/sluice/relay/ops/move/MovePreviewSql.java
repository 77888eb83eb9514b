package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.ops.move.Moves.Match;
import dev.sluice.relay.ops.move.Moves.Matches;
import dev.sluice.relay.ops.move.Moves.Selection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Looks before anything is moved: by the conditions that the move has. */
final class MovePreviewSql {

  private static final String LOOK_AT_DEAD =
      """
      SELECT c.id, c.seq, c.stream, c.event_type, c.partition_key, c.created_at, c.at, c.last_error_code, %s, %s
      FROM (%s) c
      """;

  private static final String LOGGED =
      """
      %s
      SELECT %s FROM asked a
      CROSS JOIN LATERAL (SELECT e.* FROM %s e WHERE e.stream = a.stream ORDER BY e.seq) e
      JOIN place p ON p.stream = e.stream AND p.shard = e.shard
      WHERE %s
      LIMIT :most
      """;

  /* The ledger of these streams. A hash of the numbers, however many they are. */
  private static final String DELIVERED_AT =
      """
      SELECT x.seq, max(d.at) FROM outbox.delivery d CROSS JOIN LATERAL unnest(d.seqs) x(seq)
      WHERE d.subscription = {subscription} AND d.stream = ANY (:streams) AND x.seq = ANY (:seqs)
      GROUP BY x.seq
      """;

  private static final String COLUMNS =
      "e.id, e.seq, e.stream, e.event_type, e.partition_key, e.created_at, e.created_at, NULL, NULL, NULL";

  private MovePreviewSql() {}

  static List<String> deadStreams(Connection connection, String subscription) throws SQLException {
    String sql = OfSubscription.sql(DeadSql.STREAMS, subscription);
    try (NamedStatement look = new NamedStatement(connection, sql)) {
      return look.query(
          rows -> {
            List<String> streams = new ArrayList<>();
            while (rows.next()) {
              streams.add(rows.getString(1));
            }
            return streams;
          });
    }
  }

  static Matches match(Connection connection, Selection selection) throws SQLException {
    Long count =
        look(connection, selection, counting(selection), Moves.COUNTED, MovePreviewSql::number);
    List<Match> first =
        look(connection, selection, sql(selection), Moves.LOOKED_AT, MovePreviewSql::matches);
    if (first == null) {
      return new Matches(0, false, List.of());
    }
    return new Matches(
        count == null ? first.size() : count,
        count != null,
        selection.kind() == MoveKind.REPLAY
            ? withTimes(connection, selection.filter().subscription(), first)
            : first);
  }

  /** Of delivery; of creation, where it would take too long to know. */
  private static List<Match> withTimes(
      Connection connection, String subscription, List<Match> delivered) throws SQLException {
    String sql = OfSubscription.sql(DELIVERED_AT, subscription);
    try (NamedStatement look = new NamedStatement(connection, sql)) {
      look.setTexts("streams", delivered.stream().map(Match::stream).distinct().toList())
          .setNumbers("seqs", delivered.stream().map(Match::seq).toList());
      Map<Long, Instant> times = Patience.within(look, MovePreviewSql::times);
      return times == null
          ? delivered
          : delivered.stream().map(m -> m.withTime(times.getOrDefault(m.seq(), m.at()))).toList();
    }
  }

  private static Map<Long, Instant> times(ResultSet rows) throws SQLException {
    Map<Long, Instant> times = new HashMap<>();
    while (rows.next()) {
      times.put(rows.getLong(1), instant(rows, 2));
    }
    return times;
  }

  private static <T> @Nullable T look(
      Connection connection, Selection selection, String sql, int most, NamedStatement.Rows<T> rows)
      throws SQLException {
    try (NamedStatement look = new NamedStatement(connection, sql)) {
      DeadSql.bind(look, selection, 0, Long.MAX_VALUE, most);
      return Patience.within(look, rows);
    }
  }

  static String counting(Selection selection) {
    String from =
        selection.kind() == MoveKind.REPLAY
            ? logged(selection.filter(), "1")
            : DeadSql.of(selection);
    return "SELECT count(*) FROM (" + from + ") c";
  }

  static String sql(Selection selection) {
    return selection.kind() == MoveKind.REPLAY
        ? logged(selection.filter(), COLUMNS)
        : LOOK_AT_DEAD.formatted(
            FailureSql.reason("c.last_error"),
            FailureSql.group("c.destination", "c.last_error_code", "c.last_error"),
            DeadSql.of(selection));
  }

  private static String logged(Filter filter, String columns) {
    String sql =
        LOGGED.formatted(
            LoggedSql.streamsOf(filter),
            columns,
            FilterSql.from("outbox.event", filter),
            LoggedSql.isMeant(filter));
    return OfSubscription.sql(sql, filter.subscription());
  }

  private static Long number(ResultSet row) throws SQLException {
    row.next();
    return row.getLong(1);
  }

  private static List<Match> matches(ResultSet rows) throws SQLException {
    List<Match> matches = new ArrayList<>();
    while (rows.next()) {
      matches.add(
          new Match(
              Objects.requireNonNull(rows.getObject(1, UUID.class)),
              rows.getLong(2),
              text(rows, 3),
              text(rows, 4),
              text(rows, 5),
              instant(rows, 6),
              instant(rows, 7),
              rows.getString(8),
              rows.getString(9),
              rows.getString(10)));
    }
    return matches;
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getObject(column, OffsetDateTime.class)).toInstant();
  }
}
