package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.upkeep.UpkeepSql.Swept;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Empties the slots past the retention, and forgets what is of no use. */
public final class Cleaning {

  private static final String NAME = "clean";

  /** An inbox must remember at least as long as an event may come again. */
  private static final Duration LEAST = Duration.ofDays(7);

  private static final Duration OPERATIONS = Duration.ofDays(90);
  private static final Duration TURN = Duration.ofMinutes(16);
  private static final int PROGRESS_ROWS = 50_000;

  private final UpkeepSql upkeep;
  private final Session session;
  private final Duration retention;
  private final Deadline deadline;
  private final Consumer<Uncovered> found;

  /**
   * @param found is called before the events are held
   */
  public Cleaning(
      Session session, Duration retention, Deadline deadline, Consumer<Uncovered> found) {
    upkeep = new UpkeepSql(session);
    this.session = session;
    this.retention = retention;
    this.deadline = deadline;
    this.found = found;
  }

  public Map<String, Object> run(String actor, String owner) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", NAME);
    boolean ours = upkeep.takeTurn(NAME, owner, TURN);
    answer.put("ran", ours);
    if (ours) {
      try {
        long affected = clean(answer, actor, owner);
        upkeep.audit(NAME, actor, Map.copyOf(answer), affected);
      } finally {
        upkeep.endTurn(NAME, owner);
      }
    } else {
      answer.put("why", "another clean is running");
    }
    return answer;
  }

  private long clean(Map<String, Object> answer, String actor, String owner) {
    boolean done = new Emptying(session, deadline, found, actor, owner).run(retention, answer);
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
}
