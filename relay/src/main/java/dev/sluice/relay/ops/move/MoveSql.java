package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.HeldSql;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.ops.move.Moves.Operation;
import dev.sluice.relay.ops.move.Moves.Selection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Redrives and discards dead events, one chunk in one statement. */
final class MoveSql {

  /*
   * These statements change rows of shards that a lane may have leased, without its token. That is safe, because a lane and
   * an operator never change the same row at the same time:
   *
   * - A lane changes what it has read from the log, or from the rows that wait or failed. It knows nothing of a DEAD row. An
   *   operator changes DEAD rows only, and asks for the status again when it has the row's lock.
   * - The lane that made it DEAD may not know yet that its settle was committed, and settles again: that finds the settle's
   *   number and writes nothing (Settles), however the row has changed since.
   * - A lane that lost the shard settles nothing: its token does not match.
   * - A lane knows in memory which keys are blocked. It compares the number of changes once a second, and reads the keys again
   *   when it differs. Until then it sends what is new in the key at once. Where a dead event does not block its key, order
   *   was given up when it died; where it does, the lane never took the key for free.
   * - While a lane reads the heads of a key, one may come that precedes them. It is sent after what was read; the next read
   *   finds it first. A lane that takes a key for empty while an event comes to it learns that from the number of changes,
   *   which is committed with the event and read before the keys.
   * - A process that was killed by the event may have left it as a suspect; its next owner would make it DEAD at once. Whoever
   *   redrives it knows better, so the suspicion is taken back.
   * - Two operators: their transactions take turns (OperationSql).
   *
   * The status is asked for in a way that does not fit held_dead, or a planner without statistics would walk through that for
   * what the primary key finds.
   */
  private static final String MOVED =
      """
      , %s
      SELECT c.seq, m.id FROM chosen c LEFT JOIN moved m ON m.seq = c.seq ORDER BY c.seq
      """
          .formatted(HeldSql.CHANGED);

  /* What it failed with stays until the next attempt, and so do the event's own limit and its age. */
  private static final String REDRIVE =
      """
      WITH chosen AS MATERIALIZED (%s), moved AS (
        UPDATE outbox.held h SET status = 'WAITING', retry_count = 0, redriven_at = clock_timestamp()
        WHERE h.subscription = {subscription} AND h.seq = ANY (ARRAY(SELECT seq FROM chosen)) AND h.status || '' = 'DEAD'
        RETURNING h.seq, h.id
      ), cleared AS (
        UPDATE outbox.shard s SET suspect_crashes = 0,
          suspects = nullif(ARRAY(SELECT unnest(s.suspects) EXCEPT SELECT seq FROM moved), '{}'),
          condemned = nullif(ARRAY(SELECT unnest(s.condemned) EXCEPT SELECT seq FROM moved), '{}')
        WHERE s.suspects || s.condemned && ARRAY(SELECT seq FROM moved)
      )""";

  /*
   * The ledger accounts for it, so that its slot can be emptied: with 'discarded' instead of a destination, and a receipt
   * that names the operation, whose row in the audit has the reason, and what the event failed with. Its contents stay in
   * the log until then.
   */
  private static final String DISCARD =
      """
      WITH chosen AS MATERIALIZED (%s), moved AS (
        DELETE FROM outbox.held h
        WHERE h.subscription = {subscription} AND h.seq = ANY (ARRAY(SELECT seq FROM chosen)) AND h.status || '' = 'DEAD'
        RETURNING h.seq, h.id, h.slot, h.stream, h.last_error_code, h.last_error
      ), receipt AS (
        INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts, prefix)
        SELECT 0, m.slot, {subscription}, m.stream, 'discarded', array_agg(m.seq ORDER BY m.seq),
          string_agg(translate(concat_ws(': ', m.last_error_code, m.last_error), E'\\n', ' '), E'\\n' ORDER BY m.seq),
          'operation ' || :operation || ' '
        FROM moved m GROUP BY m.slot, m.stream
      )""";

  private MoveSql() {}

  /**
   * @param ids of the events that were moved
   * @param chosen how many were meant to be moved
   * @param last the place up to which nothing is left to do
   */
  record Moved(Set<UUID> ids, int chosen, long last) {}

  static String sql(Selection selection) {
    String sql = selection.kind() == MoveKind.DISCARD ? DISCARD : REDRIVE;
    return OfSubscription.sql(
        sql.formatted(DeadSql.of(selection)) + MOVED, selection.filter().subscription());
  }

  static Moved move(
      Connection connection,
      Operation operation,
      Map<String, String> destinations,
      long after,
      long until,
      int most)
      throws SQLException {
    Selection selection = new Selection(operation.kind(), operation.filter(), destinations);
    try (NamedStatement move = new NamedStatement(connection, sql(selection))) {
      return DeadSql.bind(move, selection, after, until, most)
          .set("operation", operation.id().toString())
          .query(rows -> moved(rows, after));
    }
  }

  private static Moved moved(ResultSet rows, long after) throws SQLException {
    Set<UUID> ids = new LinkedHashSet<>();
    int chosen = 0;
    long last = after;
    while (rows.next()) {
      chosen++;
      last = rows.getLong(1);
      UUID id = rows.getObject(2, UUID.class);
      if (id != null) {
        ids.add(id);
      }
    }
    return new Moved(ids, chosen, last);
  }
}
