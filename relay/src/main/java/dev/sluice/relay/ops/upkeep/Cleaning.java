package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.lane.LogLostException;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.upkeep.RingSql.Examined;
import dev.sluice.relay.ops.upkeep.RingSql.Slot;
import dev.sluice.relay.ops.upkeep.UpkeepSql.Swept;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Empties the slots past the retention, and forgets what is of no use. */
public final class Cleaning {

  private static final String NAME = "clean";

  /** An inbox must remember at least as long as an event may come again. */
  private static final Duration LEAST = Duration.ofDays(7);

  private static final Duration OPERATIONS = Duration.ofDays(90);
  private static final Duration TURN = Duration.ofMinutes(16);
  private static final int PROGRESS_ROWS = 50_000;
  private static final long BUSY_MILLIS = 50;
  private static final int BUSY_TRIES = 100;

  private final UpkeepSql upkeep;
  private final RingSql ring;
  private final Duration retention;
  private final Deadline deadline;

  public Cleaning(Session session, Duration retention, Deadline deadline) {
    upkeep = new UpkeepSql(session);
    ring = new RingSql(session);
    this.retention = retention;
    this.deadline = deadline;
  }

  public Map<String, Object> run(String actor, String owner) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", NAME);
    boolean ours = upkeep.takeTurn(NAME, owner, TURN);
    answer.put("ran", ours);
    if (ours) {
      try {
        long affected = clean(answer, actor);
        upkeep.audit(NAME, actor, Map.copyOf(answer), affected);
      } finally {
        upkeep.endTurn(NAME, owner);
      }
    } else {
      answer.put("why", "another clean is running");
    }
    return answer;
  }

  private long clean(Map<String, Object> answer, String actor) {
    boolean done = emptySlots(answer, actor);
    long progress = forgetProgress();
    answer.put("forgottenProgressRows", progress);
    Duration keep = retention.compareTo(LEAST) < 0 ? LEAST : retention;
    long forgotten = 0;
    Long page = 0L;
    while (page != null && !deadline.near()) {
      Swept swept = upkeep.forgetInbox(keep, page);
      forgotten += swept.deleted();
      page = swept.nextPage();
    }
    answer.put("forgottenInboxRows", forgotten);
    answer.put("forgottenOperations", upkeep.forgetOperations(OPERATIONS));
    answer.put("done", done && page == null && !deadline.near());
    return progress + forgotten;
  }

  private long forgetProgress() {
    long forgotten = 0;
    int rows = PROGRESS_ROWS;
    while (rows == PROGRESS_ROWS && !deadline.near()) {
      rows = upkeep.forgetProgress(PROGRESS_ROWS);
      forgotten += rows;
    }
    return forgotten;
  }

  private boolean emptySlots(Map<String, Object> answer, String actor) {
    List<Map<String, Object>> emptied = new ArrayList<>();
    List<Map<String, Object>> kept = new ArrayList<>();
    answer.put("emptiedSlots", emptied);
    answer.put("keptSlots", kept);
    boolean done = true;
    for (Slot slot : ring.over(retention)) {
      if (deadline.near()) {
        return false;
      }
      Examined examined = ring.examine(slot);
      if (!examined.unaccounted().isEmpty()) {
        kept.add(kept(examined, "events that were neither delivered nor are held"));
      } else if (empty(examined, actor)) {
        emptied.add(Map.of("slot", slot.number(), "events", examined.events()));
      } else {
        kept.add(kept(examined, "the slot is in use"));
        done = false;
      }
    }
    return done;
  }

  private static Map<String, Object> kept(Examined examined, String why) {
    Map<String, Object> kept = new LinkedHashMap<>();
    kept.put("slot", examined.slot().number());
    kept.put("endedAt", examined.slot().ended().toString());
    kept.put("why", why);
    kept.put("streams", examined.unaccounted());
    return kept;
  }

  /** Between two statements of others, never by making them wait for long. */
  private boolean empty(Examined examined, String actor) {
    for (int tries = 0; tries < BUSY_TRIES && !deadline.near(); tries++) {
      try {
        return ring.empty(examined, actor);
      } catch (LogLostException e) {
        if (!deadline.pause(BUSY_MILLIS)) {
          return false;
        }
      }
    }
    return false;
  }
}
