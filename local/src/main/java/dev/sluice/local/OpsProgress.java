package dev.sluice.local;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the answer to an action says of how far it came.
 *
 * @param next the event that goes on with it; empty if there is nothing to go on with
 */
record OpsProgress(String line, String next, Duration pause, long affected, long takenOff) {

  /** Before anything was asked. */
  static final OpsProgress NONE = new OpsProgress("", "", Duration.ZERO, -1, 0);

  private static final OpsProgress END = new OpsProgress("", "", Duration.ZERO, 0, 0);

  /** Of an answer that is not the end; with {@code done} it is. */
  static OpsProgress of(String answer, String actor) throws IOException {
    if (!answer.startsWith("{")) { // a page for a dashboard
      return END;
    }
    Map<String, Object> fields = Json.fields(answer);
    boolean unfinished = Boolean.FALSE.equals(fields.get("done"));
    if (!unfinished || !(fields.get("next") instanceof String next)) {
      return END;
    }
    Map<String, Object> event = new LinkedHashMap<>(Json.fields(next));
    event.put("actor", actor);
    long affected = number(fields, "affected");
    long takenOff = number(fields, "takenOffDeadLetterQueue");
    Duration pause = Duration.ofSeconds(number(fields, "continueInSeconds"));
    String line =
        "%s: %d moved so far, %d copies taken off the dead-letter queue; going on%s"
            .formatted(
                fields.get("action"),
                affected,
                takenOff,
                pause.isZero() ? "" : " in " + pause.toSeconds() + " s");
    return new OpsProgress(line, Json.text(event), pause, affected, takenOff);
  }

  private static long number(Map<String, Object> fields, String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : 0;
  }

  boolean goesOn() {
    return !next.isEmpty();
  }

  /** Asking again without a wait would come to the same. */
  boolean standsStillSince(OpsProgress before) {
    return pause.isZero() && takenOff == 0 && affected == before.affected;
  }
}
