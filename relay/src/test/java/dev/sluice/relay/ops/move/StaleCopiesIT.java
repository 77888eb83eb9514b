package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.move.DeadLetterQueue.Copy;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which copies on the dead-letter queue may be taken off. */
final class StaleCopiesIT {

  private static final UUID ID = UUID.fromString("01a1ef97-3a0c-7b80-a2f9-f491688b7126");
  private static final UUID OTHER = UUID.fromString("01a1ef97-3a0c-7b80-a2f9-000000000000");
  private static final Instant SENT = Instant.parse("2026-11-18T03:00:00Z");

  private final MovedOutbox outbox = new MovedOutbox();

  @AfterEach
  void drop() {
    outbox.close();
  }

  private boolean isStale(Set<UUID> moved) {
    return outbox.moves.stale(List.of(new Copy(ID, 1, SENT)), moved).getFirst();
  }

  private void append() {
    outbox.database.execute(
        "INSERT INTO outbox.event (id, stream, event_type, partition_key, payload) VALUES ('%s', 'orders', 'A', 'k', '{}')"
            .formatted(ID));
  }

  private void held(String status, String redrivenAt) {
    append();
    outbox.kill(m -> true);
    outbox.database.execute(
        "UPDATE outbox.held SET status = '%s', redriven_at = %s".formatted(status, redrivenAt));
  }

  @Test
  void deadEventKeepsItsCopies() {
    held("DEAD", "NULL");
    assertThat(isStale(Set.of())).isFalse();
    assertThat(isStale(Set.of(ID))).as("it died again").isFalse();
  }

  @Test
  void deadEventKeepsTheCopyOfAnEarlierDeathToo() {
    held("DEAD", "'2026-11-18 03:00:01Z'");
    assertThat(isStale(Set.of())).isFalse();
  }

  @Test
  void redrivenEventLosesTheCopyThatIsOlderThanTheRedrive() {
    held("WAITING", "'2026-11-18 03:00:01Z'");
    assertThat(isStale(Set.of())).isTrue();
  }

  /** It is about to be DEAD once more: the copy comes first. */
  @Test
  void copyThatIsYoungerThanTheRedriveStays() {
    held("WAITING", "'2026-11-18 02:59:59Z'");
    assertThat(isStale(Set.of())).isFalse();
    assertThat(isStale(Set.of(ID))).isFalse();
  }

  @Test
  void eventThatIsAboutToDieForTheFirstTimeKeepsItsCopy() {
    append();
    assertThat(isStale(Set.of())).as("sent, and not settled").isFalse();
    outbox.database.execute("TRUNCATE outbox.event RESTART IDENTITY");
    held("WAITING", "NULL");
    assertThat(isStale(Set.of())).as("after a retry").isFalse();
  }

  @Test
  void deliveredAndDiscardedEventsLoseTheirCopies() {
    append();
    outbox.drain();
    assertThat(isStale(Set.of())).as("delivered").isTrue();
    outbox.ask("{'action': 'replay', 'all': true, 'confirm': true, 'actor': 'ann'}");
    outbox.kill(m -> true);
    assertThat(isStale(Set.of())).as("replayed, and dead").isFalse();
    outbox.ask(
        "{'action': 'discard', 'all': true, 'confirm': true, 'actor': 'ann', 'reason': 'r', 'acceptGap': true}");
    assertThat(isStale(Set.of())).as("discarded").isTrue();
  }

  /** Of another outbox, or of a slot that was emptied. */
  @Test
  void copyOfWhichNothingIsKnownStays() {
    outbox.append("orders", 1, 1);
    append(); // it is not the first
    outbox.drain();
    assertThat(isStale(Set.of())).isFalse();
    assertThat(isStale(Set.of(ID))).as("moved just now").isTrue();
  }

  @Test
  void eachCopyIsJudgedByItselfAndInItsPlace() {
    held("DEAD", "NULL");
    Copy other = new Copy(OTHER, 0, SENT);
    Copy dead = new Copy(ID, 1, SENT);
    assertThat(outbox.moves.stale(List.of(other, dead, other, dead), Set.of(OTHER)))
        .containsExactly(true, false, true, false);
  }

  /** It was killed between its last chunk and the queue. */
  @Test
  void copiesThatAKilledRedriveLeftAreTakenOffByTheNextOne() {
    outbox.append("orders", 4, 2);
    outbox.append("other", 1, 1);
    outbox.kill(m -> true);
    String redrive = "{'action': 'redrive', 'stream': '%s', 'confirm': true, 'actor': 'ann'}";
    outbox.copyTheDead();
    List<Copy> copies = outbox.letters.copies();
    outbox.ask(redrive.formatted("orders"));
    copies.stream().filter(copy -> copy.seq() <= 4).forEach(outbox.letters::add);
    outbox.drain();
    assertThat(outbox.ask(redrive.formatted("other")))
        .containsEntry("affected", 1)
        .containsEntry("takenOffDeadLetterQueue", 5);
  }
}
