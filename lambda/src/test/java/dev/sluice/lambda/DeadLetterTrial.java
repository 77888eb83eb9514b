package dev.sluice.lambda;

import dev.sluice.lambda.testing.DeadLetterQueue;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A relay between a broker that rejects events and a queue for what is dead. */
final class DeadLetterTrial implements AutoCloseable {

  final TestDatabase database = new TestDatabase();
  final DeadLetterQueue queue = new DeadLetterQueue();
  final String name = UUID.randomUUID().toString();
  final FakeBroker broker = FakeBroker.named(name);
  private final List<Long> tried = new CopyOnWriteArrayList<>();

  LaneReport run() {
    return run(Map.of());
  }

  LaneReport run(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SLUICE_ROUTES", TestRelay.routeTo(name));
    settings.putAll(queue.environment());
    settings.put("SLUICE_RETRY", "1h..1h");
    // The queue looks into the database before it answers, on a machine that may be busy.
    settings.put("SLUICE_LEASE", "40s");
    settings.put("SLUICE_PUBLISH_TIMEOUT", "20s");
    settings.putAll(more);
    broker.before(messages -> messages.forEach(message -> tried.add(message.seq())));
    try (TestRelay relay = new TestRelay(database, settings)) {
      return relay.run();
    }
  }

  void reject(Long... seqs) {
    Set<Long> poisoned = Set.of(seqs);
    broker.answers(
        m -> poisoned.contains(m.seq()) ? new Rejected("BAD", "not liked") : new Delivered("ok"));
  }

  void makeDue() {
    database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
  }

  List<Long> delivered() {
    return broker.delivered().stream().map(OutboxMessage::seq).toList();
  }

  List<Object> copied(String field) {
    return queue.letters().stream().map(letter -> letter.get(field)).toList();
  }

  /** Which events the broker was shown, as often as it was. */
  List<Long> tried() {
    return tried;
  }

  /** Sequence number, status, attempts and error of each held event. */
  List<String> states() {
    return database.rows(
        "SELECT seq, status, retry_count, last_error_code FROM outbox.held ORDER BY seq");
  }

  @Override
  public void close() {
    queue.close();
    database.close();
  }
}
