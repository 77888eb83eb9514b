package dev.sluice.local;

/** SQL, for the superuser, that brings an outbox into a state without a lane. */
public final class PreparedOutbox {

  /*
   * Where a shard that no lane has read yet stands, every event is still to come. This lets all shards stand behind what
   * has committed so far: it is done, and whoever looks asks the ledger and outbox.held what became of it.
   */
  private static final String PASSED =
      """
      WITH progress AS (
        INSERT INTO outbox.progress (token, document)
        SELECT nextval('outbox.lease_token'), json_build_array(json_build_object(
          'shards', (SELECT json_agg(n) FROM generate_series(0, 15) n),
          'news', format('%1$s:%1$s:@%2$s', pg_current_xact_id()::text::bigint + 1, extract(epoch FROM now())::bigint)))
        RETURNING token
      )
      UPDATE outbox.shard s SET token = p.token, owner = NULL FROM progress p;
      """;

  private PreparedOutbox() {}

  /**
   * As lanes leave events that cannot be delivered; they are done with all that is there.
   *
   * @param which of the events in the log
   * @param attempts how many failed
   */
  public static String killed(String which, int attempts, String code, String error) {
    return """
        INSERT INTO outbox.held (subscription, seq, status, retry_count, last_attempt_at, created_at, id, max_attempts, slot,
          shard, stream, event_type, aggregate_type, aggregate_id, partition_key, content_type, headers, payload,
          payload_binary, last_error_code, last_error)
        SELECT 'main', seq, 'DEAD', %d, now(), created_at, id, max_attempts, slot,
          shard, stream, event_type, aggregate_type, aggregate_id, partition_key, content_type, headers, payload,
          payload_binary, '%s', %s
        FROM outbox.event WHERE %s;
        """
            .formatted(attempts, code, error, which)
        + PASSED;
  }

  /** As lanes leave what they delivered; they are done with all that is there. */
  public static String delivered(String which, String at, String destination, String receipt) {
    return """
        INSERT INTO outbox.delivery (at, token, slot, subscription, stream, destination, seqs, receipts)
        SELECT %2$s, 0, slot, 'main', stream, '%3$s', array_agg(seq ORDER BY seq),
          string_agg('%4$s' || seq, chr(10) ORDER BY seq)
        FROM outbox.event WHERE %1$s GROUP BY slot, stream;
        """
            .formatted(which, at, destination, receipt)
        + PASSED;
  }
}
