package dev.sluice.relay.postgres;

/** The statements that move events, one chunk each. */
final class Steps {

  /*
   * Every statement here changes rows of shards that a lane may have leased, without its token. That is
   * safe, because a lane and an operator never change the same row at the same time:
   *
   * - A lane reads PENDING and FAILED rows and settles what it has read. Of DEAD rows it knows nothing,
   *   and its settling skips them. An operator changes DEAD rows only, each in one statement.
   * - The lane that made it DEAD may not know yet that its settling was committed. It still counts the
   *   event as in flight, so it reads the event again only after that; when its connection broke it
   *   settles again, and then the event may die a second time without having been tried. It is seen as
   *   dead again, nothing is lost and nothing overtaken. A repeated 'delivered' names the seq, so it
   *   cannot take a replayed event of the same id for the one it delivered.
   * - Two lanes: a key has one shard, a shard one lease, so only one lane can read what came back. Its heir
   *   begins at the start of every stream anyway.
   * - A lane whose cursor has passed the event would find it by its next sweep. Until then it could read a
   *   later event of the key that came back as well (or, under BLOCK, that the dead one had held back) and
   *   publish it first. Hence REWOUND, in the same transaction: a read whose snapshot has these rows sees
   *   the new count with them and brings nothing of that stream unless it begins at the start (Reads).
   *   A read with an older snapshot sees neither.
   * - What a lane holds in memory at that moment goes on. Under BLOCK that is nothing behind a dead event.
   *   Under CONTINUE the later events of its key may be on their way: order was given up when it died.
   * - A process that was killed by the event may have left it as a suspect; its next owner would convict
   *   it at once. Whoever redrives it knows better, so the suspicion is taken back.
   * - Two operators: their transactions take turns (Operations), and each statement asks for DEAD again.
   *
   * The chosen rows are few and the estimate of a LIMIT is exact, so the join goes through event_pkey.
   */
  private static final String REWOUND =
      """
      rewound AS (
        INSERT INTO outbox.stream_state AS t (kind, name, rewinds)
        SELECT 'stream', stream, 1 FROM moved GROUP BY stream ORDER BY stream
        ON CONFLICT (kind, name) DO UPDATE SET rewinds = t.rewinds + 1
      )
      SELECT c.seq, m.id FROM chosen c LEFT JOIN moved m ON m.id = c.id AND m.place = c.seq
      ORDER BY c.seq
      """;

  static final String REDRIVE =
      """
      WITH chosen AS MATERIALIZED (%s), moved AS (
        UPDATE outbox.event e SET status = 'PENDING', retry_count = 0, redriven_at = clock_timestamp()
        FROM chosen c WHERE e.id = c.id AND e.status = 'DEAD'
        RETURNING e.id, e.seq AS place, e.stream
      ), cleared AS (
        UPDATE outbox.shard s SET suspect = NULL, suspect_crashes = 0
        FROM moved m WHERE s.suspect = m.id
      ), %s
      """
          .formatted(Selections.DEAD, REWOUND);

  /* In the archive it keeps what went wrong. Under BLOCK its key goes on from here. */
  static final String DISCARD =
      """
      WITH chosen AS MATERIALIZED (%s), moved AS (
        DELETE FROM outbox.event e USING chosen c WHERE e.id = c.id AND e.status = 'DEAD'
        RETURNING e.*, e.seq AS place
      ), archived AS (
        INSERT INTO outbox.published
          (seq, created_at, id, retry_count, shard, status, stream, event_type, aggregate_type, aggregate_id,
           partition_key, content_type, headers, payload, payload_binary, operation, last_error_code, last_error)
        SELECT seq, created_at, id, retry_count, shard, 'DISCARDED', stream, event_type, aggregate_type, aggregate_id,
           partition_key, content_type, headers, payload, payload_binary, ?::uuid, last_error_code, last_error
        FROM moved
      ), %s
      """
          .formatted(Selections.DEAD, REWOUND);

  /*
   * New rows with new places, behind all that waits, in the order of the old ones. An event that is owed
   * at this moment is left alone: its id is unique there. The header tells consumers; headers stay the text
   * that they were, since jsonb would refuse some of what json takes. A header of that name goes last, where
   * it wins.
   */
  static final String REPLAY =
      """
      WITH chosen AS MATERIALIZED (%s ORDER BY p.seq LIMIT ?), moved AS (
        INSERT INTO outbox.event
          (id, created_at, redriven_at, stream, event_type, aggregate_type, aggregate_id, partition_key,
           content_type, headers, payload, payload_binary)
        SELECT c.id, c.created_at, clock_timestamp(), c.stream, c.event_type, c.aggregate_type, c.aggregate_id,
           c.partition_key, c.content_type,
           (CASE WHEN c.headers IS NULL OR c.headers::text ~ '^\\s*\\{\\s*\\}\\s*$' THEN '{'
              ELSE left(rtrim(c.headers::text, E' \\t\\r\\n'), -1) || ',' END
            || '"x-sluice-replay":"' || ?::text || '"}')::json,
           c.payload, c.payload_binary
        FROM chosen c ORDER BY c.seq
        ON CONFLICT (id) DO NOTHING
        RETURNING id, stream
      ), rewound AS (
        INSERT INTO outbox.stream_state AS t (kind, name, rewinds)
        SELECT 'stream', stream, 1 FROM moved GROUP BY stream ORDER BY stream
        ON CONFLICT (kind, name) DO UPDATE SET rewinds = t.rewinds + 1
      )
      SELECT c.seq, m.id FROM chosen c LEFT JOIN moved m ON m.id = c.id ORDER BY c.seq
      """
          .formatted(Selections.PUBLISHED.formatted("*"));

  private Steps() {}
}
