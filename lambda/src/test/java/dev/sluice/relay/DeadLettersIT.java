package dev.sluice.relay;

import static dev.sluice.emulators.StandInAnswer.accept;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInFate;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.DeadLetterQueue;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing is DEAD before the dead-letter queue has it. */
final class DeadLettersIT {

  private static final String STATES =
      "SELECT seq, status, retry_count, last_error_code FROM outbox.event ORDER BY seq";

  private final TestDatabase database = new TestDatabase();
  private final DeadLetterQueue queue = new DeadLetterQueue();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final List<Long> tried = new CopyOnWriteArrayList<>();

  @AfterEach
  void drop() {
    queue.close();
    database.close();
  }

  private RelayReport run(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SLUICE_ROUTES", TestRelay.routeTo(name));
    settings.put("SLUICE_DLQ_URL", queue.url());
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

  private RelayReport run() {
    return run(Map.of());
  }

  private void reject(Long... seqs) {
    Set<Long> poisoned = Set.of(seqs);
    broker.answers(
        m -> poisoned.contains(m.seq()) ? new Rejected("BAD", "not liked") : new Delivered("ok"));
  }

  private void makeDue() {
    database.execute("UPDATE outbox.event SET next_retry_at = now() WHERE status = 'FAILED'");
  }

  private List<Long> delivered() {
    return broker.delivered().stream().map(OutboxMessage::seq).toList();
  }

  private List<Object> copied(String field) {
    return queue.letters().stream().map(letter -> letter.get(field)).toList();
  }

  @Test
  void rejectedEventIsCopiedWithItsMetadataAndTheReasonBeforeItIsDead() {
    database.execute(
        """
        INSERT INTO outbox.event
          (id, stream, event_type, aggregate_type, aggregate_id, payload, headers)
        VALUES ('01900000-0000-7000-8000-000000000001', 'orders', 'Placed', 'Order', '42',
          '{"n": 1}', '{"tenant": "blue"}')
        """);
    reject(1L);
    List<String> whenCopied = new CopyOnWriteArrayList<>();
    queue.answers(
        _ -> {
          whenCopied.addAll(database.rows("SELECT status FROM outbox.event"));
          return accept();
        });
    assertThat(run().dead()).isEqualTo(1);
    assertThat(whenCopied).containsExactly("PENDING");
    assertThat(database.rows(STATES)).containsExactly("1|DEAD|1|BAD");
    assertThat(queue.letters())
        .singleElement()
        .satisfies(
            letter ->
                assertThat(letter)
                    .containsEntry("id", "01900000-0000-7000-8000-000000000001")
                    .containsEntry("stream", "orders")
                    .containsEntry("type", "Placed")
                    .containsEntry("aggregateType", "Order")
                    .containsEntry("key", "42")
                    .containsEntry("destination", "fake:" + name)
                    .containsEntry("attempts", "1")
                    .containsEntry("code", "BAD")
                    .containsEntry("reason", "not liked")
                    .containsEntry("headers", Map.of("tenant", "blue"))
                    .containsEntry("payload", Map.of("n", 1)));
    assertThat(queue.attributes())
        .singleElement()
        .satisfies(
            attributes ->
                assertThat(attributes)
                    .containsEntry("dead-letter-code", "BAD")
                    .containsEntry("sluice-id", "01900000-0000-7000-8000-000000000001"));
  }

  @Test
  void eventIsCopiedOnlyWhenItsRetriesAreExhausted() {
    database.append("orders", 1, 1);
    broker.answers(_ -> new Retryable("FLAKY", "not this time"));
    Map<String, String> thrice = Map.of("SLUICE_MAX_ATTEMPTS", "3");
    for (int attempt = 1; attempt < 3; attempt++) {
      run(thrice);
      assertThat(queue.calls()).isZero();
      makeDue();
    }
    run(thrice);
    assertThat(database.rows(STATES)).containsExactly("1|DEAD|3|FLAKY");
    assertThat(copied("attempts")).containsExactly("3");
  }

  /** The control: what happens without a queue, which nobody asks then. */
  @Test
  void withoutAQueueTheEventIsDeadAtOnce() {
    database.append("orders", 4, 2);
    reject(1L);
    assertThat(run(Map.of("SLUICE_DLQ_URL", "")).published()).isEqualTo(3);
    assertThat(database.rows(STATES)).containsExactly("1|DEAD|1|BAD");
    assertThat(queue.calls()).isZero();
  }

  static Stream<Arguments> outages() {
    return Stream.of(
        Arguments.argumentSet("drops", StandInAnswer.dropped(), "OUTAGE"),
        Arguments.argumentSet(
            "fails", StandInAnswer.refused(503, "ServiceUnavailable", ""), "ServiceUnavailable"),
        Arguments.argumentSet(
            "denies", StandInAnswer.refused(403, "AccessDenied", ""), "AccessDenied"),
        Arguments.argumentSet(
            "is missing",
            StandInAnswer.refused(400, "AWS.SimpleQueueService.NonExistentQueue", ""),
            "NonExistentQueue"),
        Arguments.argumentSet(
            "fails the entry",
            StandInAnswer.entries(_ -> StandInFate.failed("InternalError", "", false)),
            "InternalError"));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void whileTheQueueIsDownTheEventIsTriedAgainAndItsKeyWaits(StandInAnswer outage, String code) {
    database.append("orders", 6, 2);
    reject(3L);
    queue.answers(_ -> outage);
    assertThat(run().published()).isEqualTo(4); // the other key's three, and seq 1
    assertThat(database.rows(STATES)).containsExactly("3|FAILED|1|BAD", "5|PENDING|0|null");
    assertThat(database.one("SELECT last_error FROM outbox.event WHERE seq = 3"))
        .startsWith("not liked; the dead-letter queue has not taken it: ")
        .contains(code);
    makeDue();
    assertThat(run().published()).isZero();
    assertThat(database.rows(STATES)).containsExactly("3|FAILED|2|BAD", "5|PENDING|0|null");
    assertThat(queue.letters()).isEmpty();
    assertThat(database.count("outbox.stream_state")).as("breakers").isZero();

    queue.answers(_ -> accept());
    makeDue();
    assertThat(run().published()).isEqualTo(1);
    assertThat(database.rows(STATES)).containsExactly("3|DEAD|3|BAD");
    assertThat(copied("attempts")).containsExactly("3");
    assertThat(tried).filteredOn(seq -> seq == 3).hasSize(3);
    assertThat(delivered()).last().isEqualTo(5L);
  }

  @Test
  void eventThatIsDeliveredAfterAllIsNoDeadLetter() {
    database.append("orders", 1, 1);
    reject(1L);
    queue.answers(_ -> StandInAnswer.refused(503, "ServiceUnavailable", ""));
    run();
    queue.answers(_ -> accept());
    reject();
    makeDue();
    assertThat(run().published()).isEqualTo(1);
    assertThat(database.count("outbox.event")).isZero();
    assertThat(queue.letters()).isEmpty();
  }

  @Test
  void everyCopyHasItsOwnFate() {
    database.append("orders", 25, 25);
    broker.answers(_ -> new Rejected("BAD", "not liked"));
    queue.answers(
        _ ->
            StandInAnswer.entries(
                entry ->
                    entry.body().contains("\"key\":\"key-7\"")
                        ? StandInFate.failed("InternalError", "", false)
                        : StandInFate.ok()));
    assertThat(run().dead()).isEqualTo(24);
    assertThat(database.rows("SELECT seq FROM outbox.event WHERE status = 'FAILED'"))
        .containsExactly("7");
    assertThat(copied("key")).hasSize(24).doesNotHaveDuplicates().doesNotContain("key-7");
  }

  @Test
  void payloadThatTheQueueCannotHoldIsLeftOut() {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload)
        VALUES ('orders', 'Large', to_json(repeat('x', 1100000))), ('orders', 'Small', '"x"')
        """);
    reject(1L, 2L);
    assertThat(run().dead()).isEqualTo(2);
    assertThat(queue.letters())
        .extracting(letter -> letter.get("type"), letter -> letter.get("payload"))
        .containsExactlyInAnyOrder(tuple("Small", "x"), tuple("Large", null));
    assertThat(copied("payloadOmitted"))
        .filteredOn(Objects::nonNull)
        .singleElement()
        .asString()
        .startsWith("1100002 bytes");
  }

  /** As if this lane had died with the copy out, and another had its shards. */
  @Test
  void crashBetweenTheCopyAndTheDatabaseLeadsToASecondCopy() {
    database.append("orders", 1, 1);
    reject(1L);
    queue.answers(
        _ -> {
          database.execute(
              """
              UPDATE outbox.shard
              SET token = 999999999, owner = 'heir', leased_until = now() + interval '1 hour'
              """);
          return accept();
        });
    assertThat(run().dead()).isZero();
    assertThat(database.rows(STATES)).containsExactly("1|PENDING|0|null");
    assertThat(queue.letters()).hasSize(1);

    queue.answers(_ -> accept());
    database.execute("UPDATE outbox.shard SET token = NULL, leased_until = now()");
    assertThat(run().dead()).isEqualTo(1);
    assertThat(copied("id")).hasSize(2).containsOnly(copied("id").getFirst());
  }

  @Test
  void copyWhoseAnswerIsLostIsSentAgain() {
    database.append("orders", 1, 1);
    reject(1L);
    queue.answers(call -> call.number() == 1 ? StandInAnswer.acceptedThenDropped() : accept());
    assertThat(run().dead()).isEqualTo(1);
    assertThat(copied("id")).hasSize(2).containsOnly(copied("id").getFirst());
  }

  @Test
  void convictedEventIsNeverPublishedAgainHoweverLongTheQueueIsDown() {
    database.append("orders", 3, 1);
    database.execute(
        """
        UPDATE outbox.shard s SET crashes = 2, suspect = e.id, suspect_crashes = 2
        FROM outbox.event e WHERE e.seq = 1 AND e.shard = s.shard
        """);
    reject();
    queue.answers(_ -> StandInAnswer.dropped());
    for (int run : IntStream.rangeClosed(1, 3).toArray()) {
      assertThat(run().published()).as("run %d", run).isZero();
      assertThat(database.rows("SELECT status, last_error_code FROM outbox.event ORDER BY seq"))
          .containsExactly("FAILED|PROCESS_CRASHED", "PENDING|null", "PENDING|null");
      makeDue();
    }
    assertThat(database.count("outbox.shard WHERE suspect IS NOT NULL"))
        .as("the shards know nothing of it any more")
        .isZero();

    queue.answers(_ -> accept());
    assertThat(run().published()).isEqualTo(2);
    assertThat(database.one("SELECT status, last_error_code FROM outbox.event"))
        .isEqualTo("DEAD|PROCESS_CRASHED");
    assertThat(copied("code")).containsExactly("PROCESS_CRASHED");
    assertThat(tried).containsExactly(2L, 3L);
  }
}
