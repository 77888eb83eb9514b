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
  private static final String ONE =
      """
      INSERT INTO outbox.event (id, created_at, stream, event_type, aggregate_type, aggregate_id, payload)
      VALUES ('01a1ef97-3a0c-7b80-a2f9-f491688b7126', '2026-11-18T02:00:00Z', 'orders', 'OrderPlaced', 'Order', '42', '{}');
      """;
  private static final String AUDIT =
      """
      INSERT INTO outbox.subscription (name, streams) VALUES ('audit', '%');
      INSERT INTO outbox.shard (subscription, shard) SELECT 'audit', generate_series(0, 15);
      """;
  private static final String DEAD =
      ONE
          + PreparedOutbox.killed(
              "true",
              5,
              "TOO_LARGE",
              "'it takes 1100001 bytes, KAFKA_MAX_REQUEST_SIZE allows 1048576'")
          + "UPDATE outbox.held SET last_attempt_at = '2026-11-18T03:00:00Z';";
  private static final String DELIVERED =
      ONE + PreparedOutbox.delivered("true", "'2026-11-18T03:00:00Z'", "kafka:orders", "orders-0@");
  private static final String HALF_DONE =
      DEAD
          + """
          INSERT INTO outbox.operation (id, action, actor, filter, until_seq)
          SELECT '01a1f014-e3f4-7493-a4d2-000000000001', 'redrive', 'ann', '{"stream": "orders"}', max(seq) FROM outbox.held;
          """;
  private static final String OLD_SLOT =
      """
      INSERT INTO outbox.event (slot, stream, event_type, payload)
      SELECT slot, 'orders', 'OrderPlaced', '{}' FROM outbox.ring() ORDER BY returns_at LIMIT 1;
      """
          + PreparedOutbox.delivered("true", "now()", "kafka:orders", "orders-0@");

  private static final String OWED = "SELECT coalesce(sum(pending + failed), 0) FROM outbox.status";
  private static final String ARE_DEAD = "SELECT count(*) FROM outbox.held WHERE status = 'DEAD'";
  private static final String DONE =
      "SELECT coalesce(sum(cardinality(seqs)), 0) FROM outbox.delivery";
  private static final String AUDITED = "SELECT count(*) FROM outbox.audit";

  static final Map<String, EventCase> ALL =
      Map.ofEntries(
          relay("empty", "\"published\":1,", "\"leasedShards\":16,"),
          relay("nudge", "\"published\":1,", "\"stopped\":\"drained\""),
          relay("schedule", "\"published\":1,", "\"leasedShards\":16,"),
          relay("scheduled-event", "\"published\":1,", "\"leasedShards\":16,"),
          of("schedule-lane", FunctionName.RELAY, "", AUDITED, 0, "\"leasedShards\":4,"),
          of(
              "migrate",
              FunctionName.MIGRATE,
              "",
              AUDITED,
              0,
              "\"migrations\":0",
              "\"version\":\"1\""),
          ops("status", PENDING, OWED, 1, "\"stream\":\"orders\"", "\"pending\":1,"),
          ops("status-text", PENDING, OWED, 1, "\"text\":\"", "orders"),
          ops("measure", PENDING, OWED, 1, "\"Heartbeat\":1,", "\"Pending\":1,"),
          ops("widget", DEAD, ARE_DEAD, 1, "cwdb-action", "TOO_LARGE"),
          ops("preflight", "", AUDITED, 0, "\"ready\":true", "kafka:orders"),
          ops(
              "probe",
              "",
              DONE,
              1,
              "\"delivered\":true",
              "\"destination\":\"kafka:orders\"",
              "\"receipt\":\"orders-0@"),
          ops("probe-metrics", "", DONE, 1, "\"delivered\":true", "\"stream\":\"orders\""),
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
              "forget",
              AUDIT + ONE,
              "SELECT count(*) FROM outbox.subscription WHERE name = 'audit'",
              0,
              "\"dryRun\":false",
              "\"owed\":{\"orders\":1}"),
          ops(
              "clean",
              OLD_SLOT,
              "SELECT count(*) FROM outbox.event",
              0,
              "\"action\":\"clean\"",
              "\"emptiedSlots\":[{",
              "\"events\":1"));

  private static Map.Entry<String, EventCase> relay(String file, String... answer) {
    return of(file, FunctionName.RELAY, PENDING, DONE, 1, answer);
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
        INSERT INTO outbox.state (subscription, kind, name, paused_at, paused_by, pause_reason)
        VALUES ('main', '%s', '%s', now(), 'ann', 'a look');
        """
        .formatted(kind, name);
  }
}
