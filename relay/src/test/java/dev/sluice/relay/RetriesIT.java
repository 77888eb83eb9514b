package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RetriesIT {

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private LaneReport run(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("SLUICE_ROUTES", TestRelay.routeTo(name));
    try (TestRelay relay = new TestRelay(database, all)) {
      return relay.run(Invocation.WHOLE, Duration.ofSeconds(30));
    }
  }

  private String route(String more) {
    return "[{\"stream\":\"*\",\"destination\":\"fake:" + name + "\"" + more + "}]";
  }

  private static Function<OutboxMessage, PublishOutcome> failing(Predicate<OutboxMessage> which) {
    return message ->
        which.test(message)
            ? new Retryable("FLAKY", "not this time")
            : new Delivered("fake@" + message.seq());
  }

  private List<Long> delivered(Predicate<OutboxMessage> which) {
    return broker.delivered().stream().filter(which).map(OutboxMessage::seq).toList();
  }

  private List<String> held() {
    return database.rows("SELECT seq, status, retry_count FROM outbox.held ORDER BY seq");
  }

  private double waited() {
    return Double.parseDouble(
        database.one(
            "SELECT extract(epoch FROM next_retry_at - last_attempt_at) FROM outbox.held"));
  }

  private void makeDue() {
    database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
  }

  @Test
  void failureIsWrittenDownWithItsCodeReasonAndNextTime() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    LaneReport report = run(Map.of("SLUICE_RETRY", "30s..10m x2 ±0%"));
    assertThat(report.failed()).isEqualTo(1);
    assertThat(
            database.one(
                """
                SELECT status, retry_count, last_error_code, last_error,
                  round(extract(epoch FROM next_retry_at - last_attempt_at)) FROM outbox.held
                """))
        .isEqualTo("FAILED|1|FLAKY|not this time|30");
  }

  @Test
  void eachFailureWaitsTwiceAsLongWithinItsJitter() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    double expected = 100;
    for (int attempt = 1; attempt < 5; attempt++) {
      run(Map.of("SLUICE_RETRY", "100s..1h x2 ±20%"));
      assertThat(waited()).isBetween(expected * 0.79, expected * 1.21);
      expected *= 2;
      makeDue();
    }
    assertThat(held()).containsExactly("1|FAILED|4");
  }

  @Test
  void listOfDelaysIsFollowedToItsEnd() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    for (long delay : new long[] {100, 500, 3000, 3000}) {
      run(Map.of("SLUICE_RETRY", "100s,500s,50m", "SLUICE_MAX_ATTEMPTS", "9"));
      assertThat(Math.round(waited())).isEqualTo(delay);
      makeDue();
    }
  }

  @Test
  void retryThatIsNotDueIsLeftAlone() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    run(Map.of("SLUICE_RETRY", "1h..1h"));
    broker.answers(failing(ignored -> false));
    assertThat(run(Map.of()).published()).isZero();
    makeDue();
    assertThat(run(Map.of()).published()).isEqualTo(1);
    assertThat(held()).isEmpty();
  }

  @Test
  void lastAttemptEndsDead() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    Map<String, String> three = Map.of("SLUICE_MAX_ATTEMPTS", "3", "SLUICE_RETRY", "1h..1h");
    for (int attempt = 1; attempt <= 3; attempt++) {
      LaneReport report = run(three);
      assertThat(report.failed()).isEqualTo(attempt < 3 ? 1 : 0);
      assertThat(report.dead()).isEqualTo(attempt < 3 ? 0 : 1);
      makeDue();
    }
    assertThat(database.one("SELECT status, retry_count, next_retry_at FROM outbox.held"))
        .isEqualTo("DEAD|3|null");
    broker.answers(failing(ignored -> false));
    assertThat(run(three).published()).isZero();
  }

  @Test
  void eventsOwnLimitWinsOverItsRoutes() {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload, max_attempts)
        VALUES ('orders', 'A', '{}', 1), ('orders', 'B', '{}', NULL)
        """);
    broker.answers(failing(ignored -> true));
    run(Map.of("SLUICE_ROUTES", route(",\"maxAttempts\":4"), "SLUICE_RETRY", "1h..1h"));
    assertThat(database.rows("SELECT event_type, status FROM outbox.held ORDER BY 1"))
        .containsExactly("A|DEAD", "B|FAILED");
  }

  @Test
  void rejectedEventIsDeadAtOnceWithItsCodeAndReason() {
    database.append("orders", 2, 2);
    broker.answers(
        m -> m.seq() == 1 ? new Rejected("TOO_LARGE", "9 of 8 bytes") : new Delivered(""));
    LaneReport report = run(Map.of());
    assertThat(report.dead()).isEqualTo(1);
    assertThat(report.published()).isEqualTo(1);
    assertThat(database.one("SELECT status, last_error_code, last_error FROM outbox.held"))
        .isEqualTo("DEAD|TOO_LARGE|9 of 8 bytes");
  }

  @Test
  void laterEventsOfAFailedKeyWaitUntouched() {
    database.append("orders", 10, 2);
    broker.answers(failing(m -> m.seq() == 3));
    LaneReport report = run(Map.of("SLUICE_RETRY", "1h..1h"));
    assertThat(report.published()).isEqualTo(6); // the other key's five, and seq 1
    assertThat(held()).containsExactly("3|FAILED|1", "5|WAITING|0", "7|WAITING|0", "9|WAITING|0");
    makeDue();
    broker.answers(failing(ignored -> false));
    run(Map.of());
    assertThat(delivered(m -> m.seq() % 2 == 1)).containsExactly(1L, 3L, 5L, 7L, 9L);
  }

  @Test
  void withoutOrderNobodyWaits() {
    database.append("orders", 10, 2);
    broker.answers(failing(m -> m.seq() == 3));
    LaneReport report =
        run(Map.of("SLUICE_ROUTES", route(",\"order\":\"NONE\""), "SLUICE_RETRY", "1h..1h"));
    assertThat(report.published()).isEqualTo(9);
    assertThat(held()).containsExactly("3|FAILED|1");
  }

  @Test
  void afterADeadLetterContinueLetsTheKeyGoOn() {
    database.append("orders", 10, 2);
    broker.answers(m -> m.seq() == 3 ? new Rejected("BAD", "no") : new Delivered(""));
    assertThat(run(Map.of()).published()).isEqualTo(9);
    assertThat(delivered(m -> m.seq() % 2 == 1)).containsExactly(1L, 5L, 7L, 9L);
    assertThat(held()).containsExactly("3|DEAD|1");
  }

  /** Nobody is blamed for what an event of its key did. */
  @Test
  void afterADeadLetterBlockHoldsTheKeyAndChargesItNothing() {
    Map<String, String> blocking = Map.of("SLUICE_ROUTES", route(",\"onDead\":\"BLOCK\""));
    database.append("orders", 10, 2);
    broker.answers(m -> m.seq() == 3 ? new Rejected("BAD", "no") : new Delivered(""));
    assertThat(run(blocking).published()).isEqualTo(6);
    assertThat(run(blocking).published()).isZero();
    assertThat(held()).containsExactly("3|DEAD|1", "5|WAITING|0", "7|WAITING|0", "9|WAITING|0");
  }

  @Test
  void twoHundredFailingEventsOfOneKeyAreRetriedInOrder() {
    database.append("orders", 200, 1);
    broker.answers(failing(m -> m.attempt() == 1));
    Map<String, String> quick = Map.of("SLUICE_RETRY", "1ms..1ms");
    long patience = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    do {
      run(quick);
    } while (!held().isEmpty() && System.nanoTime() < patience);
    assertThat(delivered(ignored -> true)).hasSize(200).isSorted().doesNotHaveDuplicates();
    assertThat(broker.delivered()).allMatch(message -> message.attempt() == 2);
  }

  /** A control by numbers: what is freed by a death must be found before the run ends. */
  @Test
  void drainingLeavesNothingBehindADeadLetter() {
    for (int round = 0; round < 10; round++) {
      database.append("orders", 3, 1);
      long poison = 3L * round + 1;
      broker.answers(m -> m.seq() == poison ? new Rejected("BAD", "no") : new Delivered(""));
      run(Map.of());
      assertThat(held()).hasSize(round + 1).allMatch(row -> row.endsWith("|DEAD|1"));
      assertThat(broker.delivered()).hasSize(2 * (round + 1));
    }
  }
}
