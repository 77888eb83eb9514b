package dev.sluice.relay.ops.move;

import dev.sluice.relay.ops.move.DeadLetterQueue.Removal;
import dev.sluice.relay.ops.move.Moves.Operation;
import java.util.LinkedHashMap;
import java.util.Map;

/** How far an operation came, and how to go on with it. */
final class MoveProgress {

  private MoveProgress() {}

  /**
   * @param waitMillis until more may be moved
   */
  static Map<String, Object> of(Operation operation, Removal removal, long waitMillis) {
    boolean done = operation.done() && removal.complete();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("operation", operation.id().toString());
    answer.put("done", done);
    answer.put("affected", operation.affected());
    answer.put("skipped", operation.skipped());
    answer.put("takenOffDeadLetterQueue", removal.removed());
    if (!removal.problem().isEmpty()) {
      answer.put("deadLetterQueue", removal.problem());
    }
    if (!done || !removal.problem().isEmpty()) {
      answer.put("continueInSeconds", (waitMillis + 999) / 1000);
      answer.put(
          "next",
          "{\"action\":\"%s\",\"operation\":\"%s\"}"
              .formatted(operation.kind().action(), operation.id()));
    }
    return answer;
  }
}
