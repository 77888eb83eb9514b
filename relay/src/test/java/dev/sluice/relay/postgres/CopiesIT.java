package dev.sluice.relay.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.DeadLetterQueue.Copy;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which copies on the dead-letter queue may be taken off. */
final class CopiesIT {

  private static final UUID ID = UUID.fromString("01a1ef97-3a0c-7b80-a2f9-f491688b7126");
  private static final Instant SENT = Instant.parse("2026-11-18T03:00:00Z");

  private final TestDatabase database = new TestDatabase();
  private final OpsStore store = new OpsStore(() -> database.connect("outbox_operator"));

  @AfterEach
  void drop() {
    store.close();
    database.close();
  }

  private boolean isStale(Set<UUID> moved) {
    return store.stale(List.of(new Copy(ID, 1, SENT)), moved).getFirst();
  }

  private void owed(String status, String redrivenAt) {
    database.execute(
        "INSERT INTO outbox.event (id, stream, event_type, payload, status, redriven_at) VALUES ('%s', 'orders', 'A', '{}', '%s', %s)"
            .formatted(ID, status, redrivenAt));
  }

  private void archived(String status, long seq) {
    database.execute(
        """
        INSERT INTO outbox.published (seq, created_at, id, retry_count, shard, status, stream, event_type,
          partition_key, content_type, payload)
        VALUES (%d, now(), '%s', 0, 0, '%s', 'orders', 'A', 'k', 'application/json', '{}')
        """
            .formatted(seq, ID, status));
  }

  @Test
  void deadEventKeepsItsCopies() {
    owed("DEAD", "NULL");
    assertThat(isStale(Set.of())).isFalse();
    assertThat(isStale(Set.of(ID))).as("it died again").isFalse();
  }

  @Test
  void deadEventKeepsTheCopyOfAnEarlierDeathToo() {
    owed("DEAD", "'2026-11-18 03:00:01Z'");
    assertThat(isStale(Set.of())).isFalse();
  }

  @Test
  void redrivenEventLosesTheCopyThatIsOlderThanTheRedrive() {
    owed("PENDING", "'2026-11-18 03:00:01Z'");
    assertThat(isStale(Set.of())).isTrue();
  }

  /** It is about to be DEAD once more: the copy comes first. */
  @Test
  void copyThatIsYoungerThanTheRedriveStays() {
    owed("PENDING", "'2026-11-18 02:59:59Z'");
    assertThat(isStale(Set.of())).isFalse();
    assertThat(isStale(Set.of(ID))).isFalse();
  }

  @Test
  void eventThatIsAboutToDieForTheFirstTimeKeepsItsCopy() {
    owed("PENDING", "NULL");
    assertThat(isStale(Set.of())).isFalse();
  }

  @Test
  void deliveredAndDiscardedEventsLoseTheirCopies() {
    for (String status : List.of("PUBLISHED", "DISCARDED")) {
      archived(status, 1);
      assertThat(isStale(Set.of())).as(status).isTrue();
      database.execute("TRUNCATE outbox.published");
    }
  }

  /** Of another outbox, or of one that keeps no archive. */
  @Test
  void copyOfWhichNothingIsKnownStays() {
    archived("PUBLISHED", 2);
    assertThat(isStale(Set.of())).isFalse();
    assertThat(isStale(Set.of(ID))).as("moved just now").isTrue();
  }

  @Test
  void eachCopyIsJudgedByItselfAndInItsPlace() {
    owed("DEAD", "NULL");
    Copy other = new Copy(UUID.fromString("01a1ef97-3a0c-7b80-a2f9-000000000000"), 0, SENT);
    Copy dead = new Copy(ID, 1, SENT);
    assertThat(store.stale(List.of(other, dead, other, dead), Set.of(other.id())))
        .containsExactly(true, false, true, false);
  }

  @Test
  void archiveIsLookedThroughByItsPlaces() {
    database.execute(
        """
        INSERT INTO outbox.published (seq, created_at, id, retry_count, shard, stream, event_type,
          partition_key, content_type, payload)
        SELECT i, now(), outbox.uuidv7(), 0, 0, 'orders', 'A', 'k', 'application/json', '{}'
        FROM generate_series(1, 200000) i;
        ANALYZE outbox.published
        """);
    String plan =
        String.join(
            "\n",
            database.rows(
                "EXPLAIN "
                    + Copies.STALE
                        .replaceFirst("\\?", "'{%s}'".formatted(ID))
                        .replaceFirst("\\?", "'{1}'")
                        .replaceFirst("\\?", "'{%s}'".formatted(SENT))
                        .replaceFirst("\\?", "'{}'")));
    assertThat(plan)
        .contains("Bitmap Index Scan on published_", "One-Time Filter: ((e.id IS NULL) AND")
        .doesNotContain("SubPlan", "Hash");
  }
}
