package dev.sluice.relay.log;

import dev.sluice.relay.lane.EventLog.Kept;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.Settlement;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Delivery;
import dev.sluice.relay.lane.ShardSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes down what became of events, where the shards are still ours. */
final class Settles {

  /*
   * The fence: the lease's rows are locked against a new owner until the commit, and nothing is
   * written unless the shards that carry the token are those of the settlement: one that was lost
   * belongs to another lane, and one that a lost answer of a lease brought would get no progress. Ledger, held events and progress belong to
   * one statement, so a crash finds all of them or none.
   *
   * A connection may be lost after the commit and before its answer. Then the lane settles again, and an operator may have
   * redriven, discarded or replayed the same events meanwhile: nothing may be written twice. Two rows of progress cannot have
   * the same number; the second attempt waits for the first, finds its row, and writes nothing.
   */
  private static final String SETTLE =
      """
      WITH fence AS MATERIALIZED (
        SELECT s.shard, s.wanted_at IS NOT NULL AS wanted FROM outbox.shard s WHERE s.token = ? FOR SHARE
      ), ours AS MATERIALIZED (
        SELECT array_agg(shard ORDER BY shard) AS shards FROM fence
      ), whole AS MATERIALIZED (
        SELECT FROM ours WHERE shards = ?::smallint[]
      ), moved AS (
        INSERT INTO outbox.progress (token, settle, document) SELECT ?, ?, ?::json FROM whole
        ON CONFLICT (token, settle) DO NOTHING RETURNING token
      )""";

  private static final String DELIVERED =
      """
      , delivered AS (
        INSERT INTO outbox.delivery (token, subscription, slot, stream, destination, seqs, receipts, prefix)
        SELECT ?, {subscription}, d.slot, d.stream, d.destination, d.seqs::bigint[], d.receipts, d.prefix
        FROM moved, unnest(?::smallint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
          AS d(slot, stream, destination, seqs, receipts, prefix)
      )""";

  /* An event that is held for the first time is copied from the log. */
  private static final String HELD =
      """
      , change AS MATERIALIZED (
        SELECT c.* FROM moved, unnest(?::bigint[], ?::smallint[], ?::text[], ?::text[], ?::int[], ?::bigint[], ?::text[], ?::text[])
          AS c(seq, slot, stream, status, failures, wait, code, reason)
      ), held AS (
        INSERT INTO outbox.held (subscription, seq, status, retry_count, next_retry_at, last_attempt_at,
          last_error_code, last_error, created_at, id, max_attempts, slot, shard, stream, event_type, aggregate_type,
          aggregate_id, partition_key, content_type, headers, payload, payload_binary)
        SELECT {subscription}, c.seq, c.status, c.failures, now() + c.wait * interval '1 ms',
          CASE WHEN c.status <> 'WAITING' THEN now() END, c.code, c.reason,
          e.created_at, e.id, e.max_attempts, e.slot, e.shard, e.stream, e.event_type, e.aggregate_type,
          e.aggregate_id, e.partition_key, e.content_type, e.headers, e.payload, e.payload_binary
        FROM change c JOIN outbox.event e ON e.stream = c.stream AND e.seq = c.seq AND e.slot = c.slot
        WHERE c.slot IS NOT NULL
        ON CONFLICT DO NOTHING
      ), tried AS (
        UPDATE outbox.held h
        SET status = c.status, retry_count = c.failures, next_retry_at = now() + c.wait * interval '1 ms',
          last_attempt_at = now(), last_error_code = c.code, last_error = c.reason
        FROM change c
        WHERE c.slot IS NULL AND c.status <> 'RELEASED' AND h.subscription = {subscription} AND h.seq = c.seq
      ), released AS (
        DELETE FROM outbox.held h USING change c
        WHERE c.status = 'RELEASED' AND h.subscription = {subscription} AND h.seq = c.seq
      )""";

  private static final String ANSWER = " SELECT shard, wanted FROM fence";

  private Settles() {}

  static Kept settle(Connection connection, String subscription, Settlement settlement)
      throws SQLException {
    List<Delivery> deliveries = settlement.deliveries();
    List<Change> changes = settlement.changes();
    String sql =
        SETTLE + (deliveries.isEmpty() ? "" : DELIVERED) + (changes.isEmpty() ? "" : HELD) + ANSWER;
    try (PreparedStatement settle =
        connection.prepareStatement(OfSubscription.sql(sql, subscription))) {
      Parameters parameters = new Parameters(connection, settle);
      parameters.add(settlement.token());
      parameters.add(settlement.shards().toString());
      parameters.add(settlement.token());
      parameters.add(settlement.number());
      parameters.add(ProgressJson.write(settlement.progress()));
      if (!deliveries.isEmpty()) {
        parameters.add(settlement.token());
        parameters.add("int2", deliveries, Delivery::slot);
        parameters.add("text", deliveries, Delivery::stream);
        parameters.add("text", deliveries, Delivery::destination);
        parameters.add("text", deliveries, Settles::numbers);
        List<ReceiptLines> receipts = deliveries.stream().map(ReceiptLines::of).toList();
        parameters.add("text", receipts, ReceiptLines::lines);
        parameters.add("text", receipts, ReceiptLines::prefix);
      }
      if (!changes.isEmpty()) {
        List<Row> rows = changes.stream().map(Row::of).toList();
        parameters.add("int8", rows, Row::seq);
        parameters.add("int2", rows, Row::slot);
        parameters.add("text", rows, Row::stream);
        parameters.add("text", rows, Row::status);
        parameters.add("int4", rows, Row::failures);
        parameters.add("int8", rows, Row::waitMillis);
        parameters.add("text", rows, Row::code);
        parameters.add("text", rows, Row::reason);
      }
      try (ResultSet held = settle.executeQuery()) {
        ShardSet shards = ShardSet.NONE;
        ShardSet wanted = ShardSet.NONE;
        while (held.next()) {
          ShardSet shard = ShardSet.of(held.getInt(1));
          shards = shards.with(shard);
          wanted = held.getBoolean(2) ? wanted.with(shard) : wanted;
        }
        return new Kept(shards, wanted);
      }
    }
  }

  private static String numbers(Delivery delivery) {
    StringBuilder text = new StringBuilder(delivery.seqs().size() * 8).append('{');
    for (long seq : delivery.seqs()) {
      text.append(text.length() > 1 ? "," : "").append(seq);
    }
    return text.append('}').toString();
  }

  /** PostgreSQL's text has no NUL, but a broker's answer may. */
  private static @Nullable String storable(@Nullable String text) {
    return text == null ? null : text.replace('\0', ' ');
  }

  /**
   * A change as the statement takes it.
   *
   * @param slot null if the event is held already
   */
  private record Row(
      long seq,
      @Nullable Integer slot,
      String stream,
      String status,
      int failures,
      @Nullable Long waitMillis,
      @Nullable String code,
      @Nullable String reason) {

    static Row of(Change change) {
      return switch (change) {
        case Change.Waiting waiting ->
            row(
                waiting.event(),
                "WAITING",
                waiting.event().message().attempt() - 1,
                null,
                null,
                null);
        case Change.Failed failed ->
            row(
                failed.event(),
                "FAILED",
                failed.failures(),
                failed.delay().toMillis(),
                failed.code(),
                failed.reason());
        case Change.Dead dead ->
            row(dead.event(), "DEAD", dead.failures(), null, dead.code(), dead.reason());
        case Change.Released released -> row(released.event(), "RELEASED", 0, null, null, null);
      };
    }

    private static Row row(
        LogEvent event,
        String status,
        int failures,
        @Nullable Long waitMillis,
        @Nullable String code,
        @Nullable String reason) {
      Integer slot = event.held() ? null : event.slot();
      return new Row(
          event.seq(),
          slot,
          event.message().stream(),
          status,
          failures,
          waitMillis,
          storable(code),
          storable(reason));
    }
  }

  /** Binds one placeholder after the other. */
  private static final class Parameters {
    private final Connection connection;
    private final PreparedStatement statement;
    private int last;

    Parameters(Connection connection, PreparedStatement statement) {
      this.connection = connection;
      this.statement = statement;
    }

    void add(long value) throws SQLException {
      statement.setLong(++last, value);
    }

    void add(String value) throws SQLException {
      statement.setString(++last, value);
    }

    <T> void add(String type, List<T> rows, Function<T, @Nullable Object> column)
        throws SQLException {
      Object[] values = rows.stream().map(column).toArray();
      statement.setArray(++last, connection.createArrayOf(type, values));
    }
  }
}
