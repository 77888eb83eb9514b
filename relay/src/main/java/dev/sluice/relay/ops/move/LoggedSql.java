package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.DoneSql;

/** Which delivered events an operator means. */
final class LoggedSql {

  private static final String ALL_STREAMS =
      """
      SELECT * FROM ((SELECT e.stream FROM outbox.event e ORDER BY e.stream, e.seq LIMIT 1)) f
      UNION ALL
      SELECT (SELECT e.stream FROM outbox.event e WHERE e.stream > a.stream ORDER BY e.stream, e.seq LIMIT 1)
      FROM asked a WHERE a.stream IS NOT NULL
      """;

  private static final String STREAMS_OF_IDS =
      "SELECT DISTINCT e.stream FROM outbox.event e WHERE e.id = ANY (:ids)";

  private static final String STREAM = "SELECT :stream::text COLLATE \"C\"";

  /*
   * When an event was delivered stands in the ledger alone, which is read to its end for that. IS TRUE makes it a hash and
   * never a join: the planner knows nothing of the lengths of seqs.
   */
  private static final String DELIVERED =
      """
      , delivered AS MATERIALIZED (
        SELECT unnest(d.seqs) AS seq FROM asked a JOIN outbox.delivery d ON d.stream = a.stream
        WHERE d.subscription = {subscription} AND d.destination <> 'discarded'%s
      )""";

  /*
   * Done, and neither owed nor dead nor given up: what is in outbox.held was not delivered, or is a replay that is under way.
   * OFFSET 0 makes it one probe for each event, however much is held.
   */
  private static final String MEANT =
      " AND e.seq NOT IN (SELECT seq FROM discarded) AND NOT EXISTS ("
          + "SELECT FROM outbox.held h WHERE h.subscription = {subscription} AND h.seq = e.seq OFFSET 0)";

  private LoggedSql() {}

  /** CTEs for the streams of the filter: {@code asked}, {@code place}, {@code discarded}. */
  static String streamsOf(Filter filter) {
    String streams =
        filter.stream() != null ? STREAM : filter.ids().isEmpty() ? ALL_STREAMS : STREAMS_OF_IDS;
    return with(streams, filter);
  }

  /** The same for the one stream {@code :stream}. */
  static String oneStream(Filter filter) {
    return with(STREAM, filter);
  }

  private static String with(String streams, Filter filter) {
    return "WITH RECURSIVE asked(stream) AS (%s), ".formatted(streams)
        + DoneSql.PLACES
        + ", "
        + DoneSql.DISCARDED
        + (FilterSql.hasTime(filter) ? DELIVERED.formatted(FilterSql.ofDelivery(filter)) : "");
  }

  /** Of an event {@code e} at the place {@code p}. */
  static String isMeant(Filter filter) {
    return DoneSql.DONE
        + FilterSql.ofLogged(filter)
        + MEANT
        + (FilterSql.hasTime(filter) ? " AND (e.seq IN (SELECT seq FROM delivered)) IS TRUE" : "");
  }
}
