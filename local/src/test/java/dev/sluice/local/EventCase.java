package dev.sluice.local;

import java.util.List;
import java.util.Map;

/**
 * What a file in {@code events/} does to an outbox.
 *
 * @param before SQL
 * @param answer parts of it
 * @param left a query that counts
 * @param count what it counts afterwards
 */
record EventCase(
    FunctionName function, String before, List<String> answer, String left, int count) {

  private static final String PENDING =
      "SELECT outbox.append('orders', 'OrderPlaced', '{\"id\": 42}', 'Order', '42');";
  private static final String DEAD =
      """
      INSERT INTO outbox.event (id, stream, event_type, aggregate_type, aggregate_id, payload, status, retry_count,
        last_attempt_at, last_error_code, last_error)
      VALUES ('01a1ef97-3a0c-7b80-a2f9-f491688b7126', 'orders', 'OrderPlaced', 'Order', '42', '{}', 'DEAD', 5,
        '2026-11-18T03:00:00Z', 'TOO_LARGE', 'it takes 1100001 bytes, KAFKA_MAX_REQUEST_SIZE allows 1048576');
      """;
  private static final String DELIVERED =
      """
      CREATE TABLE IF NOT EXISTS outbox.published_20261118 PARTITION OF outbox.published
        FOR VALUES FROM ('2026-11-18T00:00:00Z') TO ('2026-11-19T00:00:00Z');
      INSERT INTO outbox.published (published_at, seq, created_at, id, retry_count, shard, stream, event_type,
        aggregate_id, partition_key, content_type, payload, destination, receipt)
      VALUES ('2026-11-18T03:00:00Z', nextval('outbox.event_seq_seq'), '2026-11-18T02:00:00Z',
        '01a1ef97-3a0c-7b80-a2f9-000000000101', 0, 0, 'orders', 'OrderPlaced', '42', '42', 'application/json', '{}',
        'kafka:orders', 'orders-0@1');
      """;
  private static final String HALF_DONE =
      DEAD
          + """
          INSERT INTO outbox.operation (id, action, actor, filter, until_seq)
          SELECT '01a1f014-e3f4-7493-a4d2-000000000001', 'redrive', 'ann', '{"stream": "orders"}', max(seq) FROM outbox.event;
          """;
  private static final String OLD_DAY =
      """
      CREATE TABLE outbox.published_20200101 PARTITION OF outbox.published
        FOR VALUES FROM ('2020-01-01T00:00:00Z') TO ('2020-01-02T00:00:00Z');
      """;

  private static final String OWED = "SELECT count(*) FROM outbox.event WHERE status <> 'DEAD'";
  private static final String ARE_DEAD = "SELECT count(*) FROM outbox.event WHERE status = 'DEAD'";
  private static final String ARCHIVED = "SELECT count(*) FROM outbox.published";
  private static final String AUDITED = "SELECT count(*) FROM outbox.audit";

  static final Map<String, EventCase> ALL =
      Map.ofEntries(
          relay("empty", "\"published\":1,", "\"leasedShards\":64,"),
          relay("nudge", "\"published\":1,", "\"stopped\":\"drained\""),
          relay("schedule", "\"published\":1,", "\"leasedShards\":64,"),
          relay("scheduled-event", "\"published\":1,", "\"leasedShards\":64,"),
          of("schedule-lane", FunctionName.RELAY, "", AUDITED, 0, "\"leasedShards\":16,"),
          of(
              "migrate",
              FunctionName.MIGRATE,
              "",
              AUDITED,
              0,
              "\"migrations\":0",
              "\"version\":\"2\""),
          ops("status", PENDING, OWED, 1, "\"stream\":\"orders\"", "\"pending\":1,"),
          ops("status-text", PENDING, OWED, 1, "\"text\":\"", "orders"),
          ops("measure", PENDING, OWED, 1, "\"Heartbeat\":1,", "\"Pending\":1,"),
          ops("widget", DEAD, ARE_DEAD, 1, "cwdb-action", "TOO_LARGE"),
          ops("preflight", "", AUDITED, 0, "\"ready\":true", "kafka:orders"),
          ops("redrive", DEAD, ARE_DEAD, 1, "\"dryRun\":true", "\"matched\":1,"),
          ops("redrive-all", DEAD, ARE_DEAD, 1, "\"dryRun\":true", "\"matched\":1,"),
          ops("redrive-filter", DEAD, ARE_DEAD, 1, "\"dryRun\":true", "\"matched\":1,"),
          ops("redrive-ids", DEAD, ARE_DEAD, 0, "\"done\":true", "\"affected\":1,"),
          ops("redrive-confirm", DEAD, ARE_DEAD, 0, "\"done\":true", "\"affected\":1,"),
          ops("redrive-operation", HALF_DONE, ARE_DEAD, 0, "\"done\":true", "\"affected\":1,"),
          ops("discard-dry", DEAD, ARE_DEAD, 1, "\"dryRun\":true", "\"matched\":1,"),
          ops("discard", DEAD, ARE_DEAD, 0, "\"done\":true", "\"affected\":1,"),
          ops("replay", DELIVERED, OWED, 0, "\"dryRun\":true", "\"matched\":1,"),
          ops("replay-confirm", DELIVERED, OWED, 1, "\"done\":true", "\"affected\":1,"),
          ops("pause", "", AUDITED, 1, "\"stream\":\"orders\",\"changed\":true"),
          ops(
              "pause-destination",
              "",
              AUDITED,
              1,
              "\"destination\":\"kafka:orders\",\"changed\":true"),
          ops("resume", paused("stream", "orders"), AUDITED, 1, "\"changed\":true"),
          ops(
              "resume-destination",
              paused("destination", "kafka:orders"),
              AUDITED,
              1,
              "\"changed\":true"),
          ops(
              "clean",
              OLD_DAY,
              "SELECT count(*) FROM pg_class WHERE relname = 'published_20200101'",
              0,
              "\"action\":\"clean\""));

  private static Map.Entry<String, EventCase> relay(String file, String... answer) {
    return of(file, FunctionName.RELAY, PENDING, ARCHIVED, 1, answer);
  }

  private static Map.Entry<String, EventCase> ops(
      String file, String before, String left, int count, String... answer) {
    return of("ops-" + file, FunctionName.OPS, before, left, count, answer);
  }

  private static Map.Entry<String, EventCase> of(
      String file, FunctionName function, String before, String left, int count, String... answer) {
    return Map.entry(file + ".json", new EventCase(function, before, List.of(answer), left, count));
  }

  private static String paused(String kind, String name) {
    return """
        INSERT INTO outbox.stream_state (kind, name, paused_at, paused_by, pause_reason)
        VALUES ('%s', '%s', now(), 'ann', 'a look');
        """
        .formatted(kind, name);
  }
}
