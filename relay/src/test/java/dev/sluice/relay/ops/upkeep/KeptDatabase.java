package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.lane.DrainedDatabase;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A log whose oldest slot is past the retention, and an operator who cleans. */
final class KeptDatabase implements AutoCloseable {

  static final Duration WEEK = Duration.ofDays(7);

  final DrainedDatabase drained = new DrainedDatabase();
  final TestDatabase database = drained.database;
  final Session session = new Session(() -> database.connect("outbox_operator"));
  final UpkeepSql upkeep = new UpkeepSql(session);
  final RingSql ring = new RingSql(session);

  /** The slot whose turn comes next: the oldest. */
  final int oldest = slot("ORDER BY returns_at LIMIT 1");

  int slot(String order) {
    return Integer.parseInt(database.rows("SELECT slot FROM outbox.ring() " + order).getFirst());
  }

  /** As if they had been inserted when the slot was filled. */
  void append(int slot, String stream, int events) {
    database.execute(insert(slot, stream, events));
  }

  static String insert(int slot, String stream, int events) {
    return """
    INSERT INTO outbox.event (slot, stream, event_type, partition_key, payload)
    SELECT %d, '%s', 'T', 'k' || i %% 3, '{}' FROM generate_series(1, %d) i
    """
        .formatted(slot, stream, events);
  }

  long count(String what) {
    return Long.parseLong(database.rows("SELECT count(*) FROM " + what).getFirst());
  }

  Map<String, Object> clean() {
    return clean(WEEK);
  }

  Map<String, Object> clean(Duration retention) {
    return new Cleaning(session, retention, new Deadline(() -> 60_000, millis -> {}))
        .run("schedule", "invocation");
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> list(Map<String, Object> answer, String name) {
    return (List<Map<String, Object>>) answer.getOrDefault(name, List.of());
  }

  @Override
  public void close() {
    session.close();
    drained.close();
  }
}
