package dev.sluice.relay.postgres;

import dev.sluice.relay.ops.Filter;
import dev.sluice.relay.ops.Moves.Match;
import dev.sluice.relay.ops.Moves.Selection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which events an operator means: the part that looking at them and moving them have in common. */
final class Selections {

  /*
   * The parameters once, by name. The planner pulls them up as constants, so a condition that was not
   * given disappears from the plan, and days outside of a time range are not looked at.
   */
  private static final String PARAMETERS =
      """
      (SELECT ?::bigint AS after, ?::bigint AS until, ?::uuid[] AS ids, ?::text AS type, ?::text AS key,
        ?::text AS cause, ?::timestamptz AS since, ?::timestamptz AS before, ?::text AS stream, ?::int AS most) f
      """;

  /*
   * Stream by stream through event_dead, each in order and cut off, then merged: no sort of all the dead,
   * and no walk over what is not. Never FOR UPDATE: the relay leaves DEAD rows alone but for dying itself,
   * and the operator's own transactions take turns (see Operations).
   */
  static final String DEAD =
      """
      SELECT e.* FROM %s, unnest(?::text[], ?::text[]) AS s(stream, destination)
      CROSS JOIN LATERAL (
        SELECT e.id, e.seq, e.stream, e.event_type, e.partition_key, e.created_at,
          coalesce(e.last_attempt_at, e.created_at) AS at, e.last_error_code, e.last_error, s.destination
        FROM outbox.event e
        WHERE e.status = 'DEAD' AND e.stream = s.stream AND e.seq > f.after AND e.seq <= f.until
          AND (f.stream IS NULL OR e.stream = f.stream)
          AND (f.ids IS NULL OR e.id = ANY (f.ids))
          AND (f.type IS NULL OR e.event_type = f.type)
          AND (f.key IS NULL OR e.partition_key = f.key)
          AND (f.since IS NULL OR coalesce(e.last_attempt_at, e.created_at) >= f.since)
          AND (f.before IS NULL OR coalesce(e.last_attempt_at, e.created_at) < f.before)
          AND (f.cause IS NULL
            OR outbox.failure_group(s.destination, e.last_error_code, e.last_error) = f.cause)
        ORDER BY e.seq LIMIT f.most
      ) e
      ORDER BY e.seq LIMIT ?
      """
          .formatted(PARAMETERS);

  /*
   * The archive has no index by stream, only block ranges by seq and id: enough for a range of seq, and
   * it costs the relay nothing. What was a replay itself is left out, or one replay would beget two.
   */
  static final String PUBLISHED =
      """
      SELECT p.%s FROM %s, outbox.published p
      WHERE p.status = 'PUBLISHED' AND p.seq > f.after AND p.seq <= f.until
        AND (f.stream IS NULL OR p.stream = f.stream)
        AND (f.ids IS NULL OR p.id = ANY (f.ids))
        AND (f.type IS NULL OR p.event_type = f.type)
        AND (f.key IS NULL OR p.partition_key = f.key)
        AND (f.since IS NULL OR p.published_at >= f.since)
        AND (f.before IS NULL OR p.published_at < f.before)
        AND (p.headers IS NULL OR strpos(p.headers::text, '"x-sluice-replay"') = 0)
      """
          .formatted("%s", PARAMETERS);

  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private Selections() {}

  static void bindDead(Arrays values, Selection selection, long after, long until, int limit)
      throws SQLException {
    bind(values, selection.filter(), after, until, limit);
    Map<String, String> destinations = selection.destinations();
    List<String> streams = List.copyOf(destinations.keySet());
    values.add(Arrays.texts(streams));
    values.add(Arrays.texts(streams.stream().map(s -> destinations.getOrDefault(s, "")).toList()));
    values.add(limit);
  }

  static void bindPublished(Arrays values, Filter filter, long after, long until)
      throws SQLException {
    bind(values, filter, after, until, NO_LIMIT);
  }

  private static void bind(Arrays values, Filter filter, long after, long until, int limit)
      throws SQLException {
    values.add(after).add(until);
    values.add(filter.ids().isEmpty() ? null : Arrays.plain(filter.ids()));
    values.add(filter.type()).add(filter.key()).add(filter.group());
    values.add(text(filter.from())).add(text(filter.to()));
    values.add(filter.stream()).add(limit);
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  static List<Match> matches(ResultSet rows) throws SQLException {
    List<Match> matches = new ArrayList<>();
    while (rows.next()) {
      matches.add(
          new Match(
              UUID.fromString(string(rows, 1)),
              rows.getLong(2),
              string(rows, 3),
              string(rows, 4),
              string(rows, 5),
              instant(rows, 6),
              instant(rows, 7),
              rows.getString(8),
              rows.getString(9),
              rows.getString(10)));
    }
    return matches;
  }

  private static String string(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getObject(column, OffsetDateTime.class)).toInstant();
  }
}
