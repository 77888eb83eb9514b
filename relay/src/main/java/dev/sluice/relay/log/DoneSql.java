package dev.sluice.relay.log;

/** Which events of the log the lanes of a subscription are done with. */
public final class DoneSql {

  /*
   * The newest row of progress of a shard's token says where the shard's next owner goes on: what lies before that place was
   * settled, and no lane reads it again. So a done event is in the ledger or in outbox.held; an event that is not done is
   * under way or still to be read, and copying it to outbox.held would send it twice, or before what precedes it. The
   * ledger alone could not tell: it has no index by event. One statement has one snapshot, in which progress, ledger and
   * outbox.held agree, because a settle writes all three.
   *
   * A stream that the document does not name stands at the shard's news. A position is a list: since, seq, next and, while
   * a window is open, its target. Snapshots end in '@' and a time. Needs a CTE asked(stream) before it.
   */
  public static final String PLACES =
      """
      newest AS MATERIALIZED (
        SELECT t.token, p.document::jsonb AS document
        FROM (SELECT DISTINCT token FROM outbox.shard WHERE subscription = {subscription} AND token IS NOT NULL) t
        CROSS JOIN LATERAL (
          SELECT p.document FROM outbox.progress p WHERE p.token = t.token ORDER BY p.number DESC LIMIT 1
        ) p
      ), entry AS MATERIALIZED (
        SELECT s.shard, x.entry FROM newest n
        CROSS JOIN LATERAL jsonb_array_elements(n.document) x(entry)
        CROSS JOIN LATERAL jsonb_array_elements_text(x.entry -> 'shards') i(shard)
        JOIN outbox.shard s ON s.token = n.token AND s.shard = i.shard::smallint
      ), place AS MATERIALIZED (
        SELECT a.stream, y.shard,
          split_part(coalesce(l.lag ->> 0, y.entry ->> 'news'), '@', 1)::pg_snapshot AS since,
          split_part(l.lag ->> 3, '@', 1)::pg_snapshot AS target, (l.lag ->> 1)::bigint AS seq, l.lag IS NOT NULL AS lags
        FROM asked a CROSS JOIN entry y CROSS JOIN LATERAL (SELECT y.entry -> 'lag' -> a.stream AS lag) l
      )""";

  /** Of an event {@code e} and the place {@code p} of its stream and shard, if there is one. */
  public static final String DONE =
      """
      coalesce(pg_visible_in_snapshot(e.xact, p.since)
        OR (e.seq <= p.seq AND pg_visible_in_snapshot(e.xact, p.target)), false)""";

  /*
   * Discarded events are in the ledger too. There are few of them, and an index of their own finds them. Needs asked.
   */
  public static final String DISCARDED =
      """
      discarded AS MATERIALIZED (
        SELECT unnest(d.seqs) AS seq FROM asked a JOIN outbox.delivery d ON d.stream = a.stream
        WHERE d.subscription = {subscription} AND d.destination = 'discarded'
      )""";

  private DoneSql() {}
}
