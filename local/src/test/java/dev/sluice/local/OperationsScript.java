package dev.sluice.local;

import java.util.List;

/** What docs/operations.md shows, in the order in which it is run. */
final class OperationsScript {

  static final String ROUTES =
      """
      [{"stream": "orders", "destination": "kafka:orders", "onDead": "BLOCK"},
       {"stream": "*", "destination": "kafka:events"}]
      """;

  /**
   * @param before SQL, as the superuser
   * @param asFunction what the function is sent and answers, instead of the command
   */
  record Step(
      String name, String before, List<String> arguments, int exitCode, boolean asFunction) {}

  /** Two orders wait behind dead ones of their keys; no lane has seen the invoices. */
  private static final String HISTORY =
      """
      INSERT INTO outbox.event (id, stream, event_type, aggregate_id, payload)
      SELECT ('01a1ef97-3a0c-7b80-a2f9-00000000010' || i)::uuid, 'payments', 'PaymentTaken', '7', '{}'
      FROM generate_series(1, 2) i;
      INSERT INTO outbox.event (id, created_at, stream, event_type, aggregate_type, aggregate_id, payload)
      SELECT ('01a1ef97-3a0c-7b80-a2f9-00000000000' || i)::uuid, now() - interval '2 h', 'orders', 'OrderPlaced',
        'Order', (40 + i % 2)::text, '{}'
      FROM generate_series(1, 5) i;
      """
          + PreparedOutbox.delivered("stream = 'payments'", "now()", "kafka:events", "events-0@")
          + PreparedOutbox.killed(
              "stream = 'orders'",
              5,
              "TOO_LARGE",
              "'it takes ' || 1100000 + right(id::text, 1)::int || ' bytes, KAFKA_MAX_REQUEST_SIZE allows 1048576'")
          + """
          UPDATE outbox.held SET last_attempt_at = now() - interval '1 h';
          UPDATE outbox.held SET status = 'WAITING', retry_count = 0, last_attempt_at = NULL, last_error_code = NULL, last_error = NULL
          WHERE id > '01a1ef97-3a0c-7b80-a2f9-000000000003';
          INSERT INTO outbox.event (created_at, stream, event_type, aggregate_id, payload)
          SELECT now() - interval '2 h', 'invoices', 'InvoiceSent', i::text, '{}' FROM generate_series(1, 2) i;
          """;

  private static final String DEAD_AGAIN =
      "UPDATE outbox.held SET status = 'DEAD', retry_count = 5, last_attempt_at = now(), last_error_code = 'TOO_LARGE',"
          + " last_error = 'it takes 1100001 bytes, KAFKA_MAX_REQUEST_SIZE allows 1048576'"
          + " WHERE id = '01a1ef97-3a0c-7b80-a2f9-000000000001'";

  private static final String A_MINUTE_LATER =
      "UPDATE outbox.operation SET minute_began = now() - interval '1 min'";

  private static final String A_LANE_WAS_THERE = "UPDATE outbox.shard SET leased_until = now()";

  /** Stands for the operation that was told last. */
  static final String LAST = "?";

  static final List<Step> STEPS =
      List.of(
          command("status", HISTORY, "status", "format=text"),
          command("status-json", "", "status"),
          command("measure", A_LANE_WAS_THERE, "measure"),
          command("preflight", "", "preflight"),
          command("redrive-dry", "", "redrive", "stream=orders", "actor=ann"),
          function(
              "redrive-part",
              "",
              "redrive",
              "stream=orders",
              "confirm=true",
              "perMinute=2",
              "reason=the limit is raised",
              "actor=ann"),
          function(
              "redrive-continued", A_MINUTE_LATER, "redrive", "operation=" + LAST, "actor=ann"),
          command(
              "pause",
              "",
              "pause",
              "destination=kafka:orders",
              "reason=the broker is being moved",
              "actor=ann"),
          command("status-paused", "", "status", "format=text"),
          command("resume", "", "resume", "destination=kafka:orders", "actor=ann"),
          refused(
              "discard-refused",
              DEAD_AGAIN,
              "discard",
              "stream=orders",
              "confirm=true",
              "actor=ann"),
          command(
              "discard",
              "",
              "discard",
              "stream=orders",
              "confirm=true",
              "reason=sent by hand",
              "actor=ann"),
          command("replay-dry", "", "replay", "stream=payments", "actor=ann"),
          command("replay", "", "replay", "stream=payments", "confirm=true", "actor=ann"),
          command("clean", "", "clean", "actor=schedule"),
          refused("refused-all", "", "redrive", "confirm=true", "actor=ann"),
          refused("refused-word", "", "redrive", "streem=orders", "actor=ann"),
          refused("refused-action", "", "redirve", "actor=ann"));

  private OperationsScript() {}

  private static Step command(String name, String before, String... arguments) {
    return new Step(name, before, List.of(arguments), 0, false);
  }

  private static Step function(String name, String before, String... arguments) {
    return new Step(name, before, List.of(arguments), 0, true);
  }

  private static Step refused(String name, String before, String... arguments) {
    return new Step(name, before, List.of(arguments), 1, false);
  }
}
