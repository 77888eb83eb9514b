package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.ops.move.Moves.Selection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Which dead events an operator means: looking at them and moving them have that in common. */
final class DeadSql {

  /*
   * Stream by stream through held_dead, each in order and cut off, then merged: no sort of all the dead, and no walk over what
   * waits. Without FOR UPDATE: the statement that changes them asks for DEAD again.
   */
  private static final String DEAD =
      """
      SELECT d.* FROM unnest(:streams::text[], :destinations::text[]) AS s(stream, destination)
      CROSS JOIN LATERAL (
        SELECT h.id, h.seq, h.stream, h.event_type, h.partition_key, h.created_at,
          coalesce(h.last_attempt_at, h.created_at) AS at, h.last_error_code, h.last_error, s.destination
        FROM %s h
        WHERE h.subscription = {subscription} AND h.status = 'DEAD' AND h.stream = s.stream
          AND h.seq > :after AND h.seq <= :until%s
        ORDER BY h.seq LIMIT :most
      ) d
      ORDER BY d.seq LIMIT :most
      """;

  /* Hops from stream to stream through held_dead. */
  static final String STREAMS =
      """
      WITH RECURSIVE dead AS (
        (SELECT h.stream FROM outbox.held h
         WHERE h.subscription = {subscription} AND h.status = 'DEAD' ORDER BY h.stream LIMIT 1)
        UNION ALL
        SELECT (SELECT h.stream FROM outbox.held h
                WHERE h.subscription = {subscription} AND h.status = 'DEAD' AND h.stream > d.stream ORDER BY h.stream LIMIT 1)
        FROM dead d WHERE d.stream IS NOT NULL
      )
      SELECT stream FROM dead WHERE stream IS NOT NULL
      """;

  private DeadSql() {}

  static String of(Selection selection) {
    Filter filter = selection.filter();
    String sql = DEAD.formatted(FilterSql.from("outbox.held", filter), FilterSql.ofDead(filter));
    return OfSubscription.sql(sql, filter.subscription());
  }

  static NamedStatement bind(
      NamedStatement statement, Selection selection, long after, long until, int most)
      throws SQLException {
    Map<String, String> destinations = selection.destinations();
    List<String> streams = List.copyOf(destinations.keySet());
    return FilterSql.bind(statement, selection.filter())
        .setTexts("streams", streams)
        .setTexts(
            "destinations", streams.stream().map(s -> destinations.getOrDefault(s, "")).toList())
        .set("after", after)
        .set("until", until)
        .set("most", most);
  }
}
