package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a route says BLOCK, a dead event holds its key until a person redrives or discards it. */
final class BlockIT {

  private static final String REDRIVE =
      "UPDATE outbox.held SET status = 'WAITING', retry_count = 0, redriven_at = now() WHERE status = 'DEAD'";
  private static final String CHANGED =
      """
      INSERT INTO outbox.state AS s (subscription, kind, name, changes) VALUES ('main', 'held', '', 1)
      ON CONFLICT (subscription, kind, name) DO UPDATE SET changes = s.changes + 1
      """;

  private static final String BLOCK = ",\"onDead\":\"BLOCK\"";

  private final DrainedDatabase drained = new DrainedDatabase("*", BLOCK, "");

  @AfterEach
  void drop() {
    drained.close();
  }

  private void reject(Long... seqs) {
    Set<Long> bad = Set.of(seqs);
    drained.broker.answers(
        m -> bad.contains(m.seq()) ? new Rejected("BAD", "always") : new Delivered("-"));
  }

  private void append(int events) {
    for (int i = 0; i < events; i++) {
      drained.append("s", "k");
      drained.append("s", "other");
    }
  }

  @Test
  void laterEventsOfTheKeyWaitAlsoInLaterRuns() {
    append(3);
    reject(3L);
    drained.run("lane");
    assertThat(drained.deliveredOf("s", "other")).containsExactly(2L, 4L, 6L);
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L);
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD", "k WAITING 0 -");
    append(1);
    drained.run("another");
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L);
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD", "k WAITING 0 -", "k WAITING 0 -");
    assertThat(drained.deliveredOf("s", "other")).hasSize(4);
    drained.assertAccounted();
  }

  /** The lease knows of a key although its only event is dead. */
  @Test
  void keyWithNothingButADeadEventIsBlockedForTheNextOwner() {
    append(1);
    reject(1L);
    drained.run("lane");
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD");
    drained.database.execute(
        "UPDATE outbox.shard SET owner = 'killed', leased_until = now() - interval '1 s'");
    append(2);
    drained.run("heir");
    assertThat(drained.deliveredOf("s", "k")).isEmpty();
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD", "k WAITING 0 -", "k WAITING 0 -");
    drained.assertAccounted();
  }

  @Test
  void redrivenEventGoesFirstAndItsKeyFollows() {
    append(3);
    reject(1L);
    drained.run("lane");
    reject();
    drained.database.execute(REDRIVE);
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L, 3L, 5L);
    assertThat(drained.held()).isEmpty();
    drained.assertAccounted();
  }

  @Test
  void keyGoesOnWhenItsDeadEventIsDiscarded() {
    append(3);
    reject(1L);
    drained.run("lane");
    drained.database.execute("DELETE FROM outbox.held WHERE status = 'DEAD'");
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(3L, 5L);
  }

  @Test
  void laneThatRunsSeesTheRedriveAndTheDiscard() {
    append(2);
    reject(1L, 2L);
    drained.run("lane");
    drained.append("s", "last");
    drained.broker.before(
        messages -> {
          if (messages.stream().anyMatch(m -> m.key().equals("last"))) {
            reject();
            drained.database.execute("DELETE FROM outbox.held WHERE seq = 2");
            drained.database.execute(REDRIVE);
            drained.database.execute(CHANGED);
          }
        });
    drained.loop(RelayListener.NONE, () -> drained.broker.delivered().size() == 4);
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L, 3L);
    assertThat(drained.deliveredOf("s", "other")).containsExactly(4L);
    assertThat(drained.held()).isEmpty();
  }

  /** A redriven event may fail again, and the one before it is the first to go. */
  @Test
  void deadEventsAreLeftInTheirOrder() {
    append(3);
    drained.broker.answers(m -> new Rejected("BAD", "always"));
    drained.run("lane");
    drained.database.execute("UPDATE outbox.held SET status = 'DEAD' WHERE seq = 5");
    assertThat(drained.held()).contains("k DEAD 1 BAD", "k WAITING 0 -", "k DEAD 0 -");
    reject();
    drained.database.execute(REDRIVE + " AND seq = 1");
    drained.run("lane");
    assertThat(drained.deliveredOf("s", "k")).as("up to the next dead one").containsExactly(1L, 3L);
    drained.database.execute(REDRIVE);
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L, 3L, 5L);
  }

  @Test
  void eventThatCannotBecomeAMessageBlocksToo() {
    drained.append("s", "k");
    drained.broker.answers(
        m -> m.attempt() == 1 && m.seq() == 1 ? new Retryable("BUSY", "") : new Delivered("-"));
    drained.run("lane");
    drained.database.execute("UPDATE outbox.held SET next_retry_at = now() + interval '1 h'");
    drained.append("s", "k", ", payload, headers", ", '{}', '{\"a\":\"\\ud83d\"}'");
    drained.append("s", "k");
    drained.run("lane");
    assertThat(drained.held()).containsExactly("k FAILED 1 BUSY", "k WAITING 0 -", "k WAITING 0 -");
    drained.database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE seq = 1");
    drained.run("lane");
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L);
    assertThat(drained.held()).containsExactly("k DEAD 1 HEADERS", "k WAITING 0 -");
  }

  @Test
  void keyGoesOnWhenTheRouteNoLongerBlocks() {
    append(3);
    reject(1L);
    drained.run("lane");
    drained.route("");
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(3L, 5L);
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD");
    drained.assertAccounted();
  }
}
