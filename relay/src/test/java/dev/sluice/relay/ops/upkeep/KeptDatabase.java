package dev.sluice.relay.ops.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.DrainedDatabase;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A log whose oldest slot is past the retention, and an operator who cleans. */
final class KeptDatabase implements AutoCloseable {

  static final Duration WEEK = Duration.ofDays(7);

  final DrainedDatabase drained = new DrainedDatabase();
  final TestDatabase database = drained.database;
  final Session session = new Session(() -> database.connect("outbox_operator"));
  final UpkeepSql upkeep = new UpkeepSql(session);
  final RingSql ring = new RingSql(session);
  final CoverageSql coverage = new CoverageSql(session);
  final List<Uncovered> found = new CopyOnWriteArrayList<>();

  /** How long the runs of clean would have waited, in milliseconds. */
  final List<Long> pauses = new CopyOnWriteArrayList<>();

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
    return clean(retention, new Deadline(() -> 300_000, pauses::add));
  }

  Map<String, Object> clean(Duration retention, Deadline deadline) {
    return new Cleaning(session, retention, deadline, found::add).run("schedule", "invocation");
  }

  /** The first slot that is over for longer than a week. */
  Examined examined() {
    return coverage.examine("main", ring.over(WEEK).getFirst(), Duration.ofMinutes(1));
  }

  /** As the run {@code invocation} of clean does. */
  void takeTurn() {
    upkeep.takeTurn("clean", "invocation", Duration.ofMinutes(1));
  }

  void assertEmptied(Map<String, Object> answer, long events) {
    assertThat(list(answer, "emptiedSlots"))
        .as("%s", answer)
        .containsExactly(Map.of("slot", oldest, "events", events));
    assertThat(count("outbox.event WHERE slot = " + oldest)).isZero();
  }

  /** Behind the relay's back. */
  void loseFromLedger(long seq) {
    database.execute(
        "UPDATE outbox.delivery SET seqs = array_remove(seqs, %1$d::bigint) WHERE seqs @> ARRAY[%1$d::bigint]"
            .formatted(seq));
  }

  void pause(String stream) {
    database.execute(
        "INSERT INTO outbox.state (subscription, kind, name, paused_at) VALUES ('main', 'stream', '%s', now())"
            .formatted(stream));
  }

  void resume(String stream) {
    database.execute(
        "DELETE FROM outbox.state WHERE kind = 'stream' AND name = '%s'".formatted(stream));
  }

  List<Long> delivered() {
    return drained.broker.delivered().stream().map(OutboxMessage::seq).toList();
  }

  /** Of each key; what came a second time does not count. */
  void assertFirstDeliveriesInOrder() {
    Map<String, List<Long>> firsts =
        drained.broker.delivered().stream()
            .collect(
                Collectors.groupingBy(
                    message -> message.stream() + "/" + message.key(),
                    Collectors.collectingAndThen(
                        Collectors.mapping(OutboxMessage::seq, Collectors.toList()),
                        seqs -> seqs.stream().distinct().toList())));
    assertThat(firsts.values()).allSatisfy(seqs -> assertThat(seqs).isSorted());
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
