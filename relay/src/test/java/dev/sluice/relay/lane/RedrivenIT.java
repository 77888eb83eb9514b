package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A FIFO destination drops for five minutes what has the deduplication id of an earlier event. */
final class RedrivenIT {

  private final DrainedDatabase drained = new DrainedDatabase();
  private final Set<String> attempted = new HashSet<>();

  @AfterEach
  void drop() {
    drained.close();
  }

  /** A large event is loaded by another statement. */
  @Test
  void eachRedriveHasADeduplicationIdOfItsOwnAndTheIdStays() {
    drained.broker.answers(
        message -> {
          attempted.add(message.deduplicationId());
          return new Rejected("BAD", "not like this");
        });
    drained.append("s", "small");
    drained.append("s", "large", ", payload", ", to_json(repeat('x', 3000000))");
    drained.run("lane");
    redrive();
    drained.run("lane");
    assertThat(attempted).as("two events, twice each").hasSize(4);

    drained.broker.answers(message -> new Delivered("-"));
    redrive();
    drained.append("s", "new");
    drained.runUntilSettled();
    assertThat(drained.broker.delivered()).hasSize(3);
    for (OutboxMessage message : drained.broker.delivered()) {
      String id = message.id().toString();
      assertThat(attempted).doesNotContain(message.deduplicationId());
      assertThat(message.deduplicationId()).startsWith(id).matches("[0-9a-f-]{36,128}");
      assertThat(message.deduplicationId().equals(id)).isEqualTo(message.key().equals("new"));
      assertThat(drained.database.rows("SELECT id FROM outbox.event")).contains(id);
    }
  }

  /** As an operator does it. */
  private void redrive() {
    drained.database.execute(
        "UPDATE outbox.held SET status = 'WAITING', retry_count = 0, redriven_at = clock_timestamp()");
  }
}
