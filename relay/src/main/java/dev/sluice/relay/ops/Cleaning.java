package dev.sluice.relay.ops;

import dev.sluice.relay.OutboxLostException;
import dev.sluice.relay.ops.Upkeep.Swept;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the archive's days ahead, drops those past the retention, and forgets what is of no use.
 */
final class Cleaning {

  private static final String NAME = "clean";

  /** An inbox must remember at least as long as an event may come again. */
  private static final Duration LEAST = Duration.ofDays(7);

  private static final Duration OPERATIONS = Duration.ofDays(90);
  private static final Duration TURN = Duration.ofMinutes(16);
  private static final long BUSY_MILLIS = 50;
  private static final int BUSY_TRIES = 100;

  private final Upkeep upkeep;
  private final Duration retention;

  Cleaning(Upkeep upkeep, Duration retention) {
    this.upkeep = upkeep;
    this.retention = retention;
  }

  Map<String, Object> run(String actor, String owner, Deadline deadline) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", NAME);
    boolean ours = upkeep.takeTurn(NAME, owner, TURN);
    answer.put("ran", ours);
    if (ours) {
      try {
        long affected = clean(answer, deadline);
        upkeep.audit(NAME, actor, Map.copyOf(answer), affected);
      } finally {
        upkeep.endTurn(NAME, owner);
      }
    } else {
      answer.put("why", "another clean is running");
    }
    return answer;
  }

  private long clean(Map<String, Object> answer, Deadline deadline) {
    answer.put("madePartitions", upkeep.makePartitions());
    List<String> dropped = new ArrayList<>();
    boolean done = drop(dropped, deadline);
    answer.put("droppedPartitions", dropped);
    Duration keep = retention.compareTo(LEAST) < 0 ? LEAST : retention;
    long forgotten = 0;
    Swept swept = new Swept(0, 0L);
    Long page = swept.nextPage();
    while (page != null && !deadline.near()) {
      swept = upkeep.forgetInbox(keep, page);
      forgotten += swept.deleted();
      page = swept.nextPage();
    }
    answer.put("forgottenInboxRows", forgotten);
    answer.put("forgottenOperations", upkeep.forgetOperations(OPERATIONS));
    answer.put("done", done && page == null);
    return forgotten + dropped.size();
  }

  /** A day is dropped between two settles of the relay, never by making them wait for long. */
  private boolean drop(List<String> dropped, Deadline deadline) {
    int busy = 0;
    while (!deadline.near() && busy < BUSY_TRIES) {
      try {
        Optional<String> day = upkeep.dropPartition(retention);
        if (day.isEmpty()) {
          return true;
        }
        dropped.add(day.get());
      } catch (OutboxLostException e) {
        busy++;
        if (!deadline.pause(BUSY_MILLIS)) {
          return false;
        }
      }
    }
    return false;
  }
}
