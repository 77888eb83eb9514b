package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.FakeBroker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is DEAD before the dead-letter queue has its copy, and no queue stops a lane. */
final class DeadLettersIT {

  private final String name = "letters-" + UUID.randomUUID();
  private final FakeBroker queue = FakeBroker.named(name);
  private final DrainedDatabase drained = new DrainedDatabase("*", "", name);

  @AfterEach
  void drop() {
    drained.close();
  }

  private void reject(long... seqs) {
    drained.broker.answers(
        message -> {
          for (long seq : seqs) {
            if (message.seq() == seq) {
              return new Rejected("BAD", "not liked");
            }
          }
          return new Delivered("-");
        });
  }

  private static String body(OutboxMessage letter) {
    return new String(letter.payload(), StandardCharsets.UTF_8);
  }

  @Test
  void copyIsTakenBeforeTheEventIsDead() {
    for (int i = 0; i < 3; i++) {
      drained.append("s", "k");
    }
    reject(2);
    List<String> whenCopied = new CopyOnWriteArrayList<>();
    queue.before(
        letters -> whenCopied.addAll(drained.database.rows("SELECT status FROM outbox.held")));
    LaneReport report = drained.run("lane");
    assertThat(report.dead()).isEqualTo(1);
    assertThat(whenCopied).isEmpty();
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD");
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L, 3L);
    assertThat(queue.delivered())
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.seq()).isEqualTo(2);
              assertThat(body(letter))
                  .contains("\"destination\":\"fake:" + drained.database.name() + "\"")
                  .contains("\"code\":\"BAD\"", "\"reason\":\"not liked\"", "\"attempts\":\"1\"");
            });
    drained.assertAccounted();
  }

  @Test
  void copyIsSentOnlyWhenTheRetriesAreExhausted() {
    drained.append("s", "k");
    drained.broker.answers(message -> new Retryable("BUSY", "this time"));
    drained.runUntilSettled();
    assertThat(drained.held()).containsExactly("k DEAD 3 BUSY");
    assertThat(queue.delivered()).hasSize(1);
    assertThat(body(queue.delivered().getFirst())).contains("\"attempts\":\"3\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"is down", "refuses", "fails", "is asked in vain", "throws"})
  void whileTheQueueDoesNotTakeItTheEventIsTriedAgainAndItsKeyWaits(String state) {
    for (int i = 0; i < 3; i++) {
      drained.append("s", "k");
      drained.append("s", "other");
    }
    reject(1);
    queue.answers(letter -> answer(state));
    drained.run("lane");
    assertThat(drained.held()).containsExactly("k FAILED 1 BAD", "k WAITING 0 -", "k WAITING 0 -");
    assertThat(drained.deliveredOf("s", "other")).hasSize(3);
    assertThat(drained.database.rows("SELECT last_error FROM outbox.held WHERE seq = 1").getFirst())
        .startsWith("not liked; the dead-letter queue has not taken it: ");

    queue.answers(letter -> new Delivered("-"));
    drained.runUntilSettled();
    assertThat(drained.held()).containsExactly("k DEAD 2 BAD");
    assertThat(queue.delivered()).hasSize(1);
    assertThat(drained.deliveredOf("s", "k")).containsExactly(3L, 5L);
    drained.assertAccounted();
  }

  private static PublishOutcome answer(String state) {
    return switch (state) {
      case "is down" -> new Unavailable("DOWN", "nobody answers");
      case "refuses" -> new Rejected("NO", "never");
      case "fails" -> new Retryable("BUSY", "this time");
      case "throws" -> throw new IllegalStateException("a bug of the publisher");
      default -> new PublishOutcome.NotSent();
    };
  }

  @Test
  void eventThatIsDeliveredAfterAllIsNoDeadLetter() {
    drained.append("s", "k");
    reject(1);
    queue.answers(letter -> answer("is down"));
    drained.run("lane");
    reject();
    queue.answers(letter -> new Delivered("-"));
    drained.runUntilSettled();
    assertThat(drained.held()).isEmpty();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L);
    assertThat(queue.delivered()).isEmpty();
  }

  /** The crashes are over after the first run, and the shards have forgotten them. */
  @Test
  void condemnedEventIsNotSentAgainHoweverLongTheQueueIsDown() {
    for (int i = 0; i < 3; i++) {
      drained.append("s", "k");
    }
    drained.database.execute(
        "UPDATE outbox.shard s SET crashes = 4, condemned = ARRAY[e.seq] FROM outbox.event e WHERE e.seq = 1 AND e.shard = s.shard");
    queue.answers(letter -> answer("is down"));
    for (int run = 1; run <= 3; run++) {
      assertThat(drained.run("lane").published()).as("run %d", run).isZero();
      assertThat(drained.held())
          .hasSize(3)
          .first()
          .asString()
          .contains("FAILED", "PROCESS_CRASHED");
      drained.database.execute(
          "UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
    }
    assertThat(drained.database.rows("SELECT shard FROM outbox.shard WHERE condemned IS NOT NULL"))
        .as("the shards have forgotten it")
        .isEmpty();
    queue.answers(letter -> new Delivered("-"));
    drained.runUntilSettled();
    assertThat(drained.held()).singleElement().asString().contains("DEAD", "PROCESS_CRASHED");
    assertThat(body(queue.delivered().getFirst())).contains("\"code\":\"PROCESS_CRASHED\"");
    assertThat(drained.deliveredOf("s", "k")).containsExactly(2L, 3L);

    drained.database.execute(
        "UPDATE outbox.held SET status = 'WAITING', retry_count = 0, redriven_at = now()");
    drained.run("lane");
    assertThat(drained.deliveredOf("s", "k")).as("redriven").containsExactly(2L, 3L, 1L);
  }

  /** As if this lane had died with the copy out, and another had its shards. */
  @Test
  void nothingIsWrittenOfShardsThatWereLostMeanwhile() {
    drained.append("s", "k");
    reject(1);
    queue.before(
        letters ->
            drained.database.execute(
                "UPDATE outbox.shard SET token = 99, owner = 'heir', leased_until = now() + interval '1 h'"));
    assertThat(drained.run("lane").dead()).isZero();
    assertThat(drained.held()).isEmpty();
    queue.before(letters -> {});
    drained.database.execute("UPDATE outbox.shard SET owner = NULL");
    assertThat(drained.run("lane").dead()).isEqualTo(1);
    assertThat(queue.delivered()).extracting(OutboxMessage::seq).containsExactly(1L, 1L);
  }

  @Test
  void payloadThatTheQueueRefusesIsLeftOut() {
    drained.append("s", "large", ", payload", ", to_json(repeat('x', 100000))");
    drained.append("s", "small");
    reject(1, 2);
    queue.answers(
        letter ->
            letter.payload().length > 50_000 ? new Rejected("LARGE", "no") : new Delivered("-"));
    assertThat(drained.run("lane").dead()).isEqualTo(2);
    assertThat(queue.delivered()).hasSize(2);
    assertThat(queue.delivered().stream().map(DeadLettersIT::body))
        .filteredOn(body -> body.contains("\"key\":\"large\""))
        .singleElement()
        .asString()
        .contains("\"payloadOmitted\":\"100002 bytes");
  }

  /** 80 MB are never loaded, and 5 MB are not copied: letters are bounded in bytes. */
  @Test
  void payloadThatIsTooLargeGoesWithoutACopy() {
    drained.append("s", "huge", ", payload_binary", ", repeat('x', 80000000)::bytea");
    for (int i = 0; i < 10; i++) {
      drained.append("s", "large", ", payload", ", to_json(repeat('x', 5000000))");
      drained.append("s", "medium", ", payload", ", to_json(repeat('x', 1000000))");
    }
    drained.broker.answers(message -> new Rejected("BAD", "not liked"));
    List<Integer> calls = new CopyOnWriteArrayList<>();
    queue.before(
        letters -> calls.add(letters.stream().mapToInt(letter -> letter.payload().length).sum()));
    drained.runUntilSettled();
    assertThat(drained.held()).hasSize(21).allMatch(row -> row.contains(" DEAD 1 "));
    assertThat(queue.delivered()).hasSize(21);
    assertThat(calls).allMatch(bytes -> bytes < 5_000_000);
    assertThat(queue.delivered().stream().map(DeadLettersIT::body))
        .filteredOn(body -> body.contains("payloadOmitted"))
        .hasSize(11)
        .anyMatch(body -> body.contains("the column payload has 80000000 bytes"));
  }

  /** The control: what happens without a queue. */
  @Test
  void withoutAQueueTheEventIsDeadAtOnce() {
    try (DrainedDatabase alone = new DrainedDatabase()) {
      alone.append("s", "k");
      alone.broker.answers(message -> new Rejected("BAD", "not liked"));
      alone.run("lane");
      assertThat(alone.held()).containsExactly("k DEAD 1 BAD");
    }
    assertThat(queue.calls()).isEmpty();
  }
}
