package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.lane.TestLane;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.TestMover;
import dev.sluice.relay.ops.move.DeadLetterQueue.Copy;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.ListedLetters;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;

/** A real log, real lanes, a scripted broker, and an operator with the operator's role. */
final class MovedOutbox implements AutoCloseable {

  static final Deadline NO_HURRY = new Deadline(() -> 30_000, millis -> {});

  private static final String APPEND =
      """
      INSERT INTO outbox.event (stream, event_type, partition_key, payload)
      SELECT '%s', 'Counted', 'key-' || (i %% %d), json_build_object('n', i) FROM generate_series(1, %d) i
      """;

  final TestDatabase database = new TestDatabase();
  final FakeBroker broker = FakeBroker.named(database.name());
  final ListedLetters letters = new ListedLetters();
  private final Session session = new Session(() -> database.connect("outbox_operator"));
  final Moves moves = new Moves(session);
  private final TestMover mover = new TestMover(session, moves, letters);

  void append(String stream, int events, int keys) {
    database.execute(APPEND.formatted(stream, keys, events));
  }

  private Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put(
        "SLUICE_ROUTES",
        "[{\"stream\":\"*\",\"destination\":\"fake:" + database.name() + "\",\"maxAttempts\":2}]");
    return settings;
  }

  LaneReport drain() {
    return TestLane.run(database, settings(Map.of()), Duration.ofMinutes(1));
  }

  /** A lane that goes on for so long, whether it finds something or not. */
  LaneReport loop(Duration remaining) {
    return TestLane.run(
        database,
        settings(
            Map.of(
                "SLUICE_MODE",
                "LOOP",
                "SLUICE_PUBLISH_TIMEOUT",
                remaining.toSeconds() / 4 + "s",
                "SLUICE_LEASE",
                "30s",
                "SLUICE_RETRY",
                "1s..1s x1")),
        remaining);
  }

  /** The broker rejects these, and a lane has seen that. */
  void kill(Predicate<OutboxMessage> which) {
    broker.answers(
        m ->
            which.test(m)
                ? new Rejected("REFUSED", "no room for order " + m.seq())
                : new Delivered("fake@" + m.seq()));
    drain();
    broker.answers(m -> new Delivered("fake@" + m.seq()));
  }

  void copyTheDead() {
    for (String row :
        rows("SELECT id || ' ' || seq FROM outbox.held WHERE status = 'DEAD' ORDER BY seq")) {
      String[] parts = row.split(" ", 2);
      letters.add(new Copy(UUID.fromString(parts[0]), Long.parseLong(parts[1]), Instant.now()));
    }
  }

  Map<String, Object> ask(String request) {
    return ask(request, NO_HURRY);
  }

  Map<String, Object> ask(String request, Deadline deadline) {
    return mover.ask(request, deadline);
  }

  List<String> rows(String sql) {
    return database.rows(sql);
  }

  String one(String sql) {
    return rows(sql).getFirst();
  }

  long count(String rows) {
    return Long.parseLong(one("SELECT count(*) FROM " + rows));
  }

  List<Long> delivered(String stream, String key) {
    return broker.delivered().stream()
        .filter(m -> m.stream().equals(stream) && m.key().equals(key))
        .map(OutboxMessage::seq)
        .toList();
  }

  /** Each event is in the ledger or in outbox.held. */
  void assertAccounted() {
    assertThat(
            rows(
                """
                SELECT seq FROM outbox.event EXCEPT SELECT unnest(seqs) FROM outbox.delivery EXCEPT SELECT seq FROM outbox.held
                """))
        .isEmpty();
  }

  /** Of the messages that are meant, each key's come in the order in which they were appended. */
  void assertOrderPerKey(List<OutboxMessage> messages) {
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : messages) {
      Long before = last.put(message.stream() + "/" + message.key(), message.seq());
      assertThat(before == null || before < message.seq())
          .as("%s after seq %s", message, before)
          .isTrue();
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Map<String, Object> answer, String name) {
    return (Map<String, Object>) Objects.requireNonNull(answer.get(name));
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> list(Map<String, Object> answer, String name) {
    return (List<Map<String, Object>>) Objects.requireNonNull(answer.get(name));
  }

  @Override
  public void close() {
    session.close();
    database.close();
  }
}
