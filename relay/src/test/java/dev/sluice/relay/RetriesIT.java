package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
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

  private RelayReport run(Map<String, String> settings) {
    return run(settings, new Invocation(null, true), Duration.ofSeconds(30));
  }

  private RelayReport run(Map<String, String> settings, Invocation invocation, Duration remaining) {
    Map<String, String> all = new java.util.HashMap<>(settings);
    all.putIfAbsent("SLUICE_ROUTES", TestRelay.routeTo(name));
    try (TestRelay relay = new TestRelay(database, all)) {
      return relay.run(invocation, remaining);
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

  private List<Long> deliveredSeqs() {
    return broker.delivered().stream().map(OutboxMessage::seq).toList();
  }

  @Test
  void failureIsWrittenDownWithItsCodeReasonAndNextTime() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    RelayReport report = run(Map.of("SLUICE_RETRY", "30s..10m x2 ±0%"));
    assertThat(report.failed()).isEqualTo(1);
    assertThat(
            database.one(
                """
                SELECT status, retry_count, last_error_code, last_error,
                  round(extract(epoch FROM next_retry_at - last_attempt_at)) FROM outbox.event
                """))
        .isEqualTo("FAILED|1|FLAKY|not this time|30");
  }

  @Test
  void eachFailureWaitsTwiceAsLongWithinItsJitter() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    double expected = 2;
    for (int attempt = 1; attempt < 5; attempt++) {
      run(Map.of("SLUICE_RETRY", "2s..10m x2 ±20%"));
      assertThat(Double.parseDouble(waited())).isBetween(expected * 0.79, expected * 1.21);
      expected *= 2;
      makeDue();
    }
    assertThat(database.one("SELECT retry_count FROM outbox.event")).isEqualTo("4");
  }

  @Test
  void listOfDelaysIsFollowedToItsEnd() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    for (String delay : List.of("1", "5", "30", "30")) {
      run(Map.of("SLUICE_RETRY", "1s,5s,30s", "SLUICE_MAX_ATTEMPTS", "9"));
      assertThat(Math.round(Double.parseDouble(waited()))).isEqualTo(Long.parseLong(delay));
      makeDue();
    }
  }

  private String waited() {
    return database.one(
        "SELECT extract(epoch FROM next_retry_at - last_attempt_at) FROM outbox.event");
  }

  private void makeDue() {
    database.execute("UPDATE outbox.event SET next_retry_at = now() WHERE status = 'FAILED'");
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
  }

  @Test
  void lastAttemptEndsDead() {
    database.append("orders", 1, 1);
    broker.answers(failing(ignored -> true));
    for (int attempt = 1; attempt <= 3; attempt++) {
      run(Map.of("SLUICE_MAX_ATTEMPTS", "3"));
      makeDue();
    }
    assertThat(database.one("SELECT status, retry_count, next_retry_at FROM outbox.event"))
        .isEqualTo("DEAD|3|null");
    assertThat(run(Map.of()).published()).isZero();
  }

  @Test
  void eventsOwnLimitWinsOverItsRoutes() {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload, max_attempts)
        VALUES ('orders', 'A', '{}', 1), ('orders', 'B', '{}', NULL)
        """);
    broker.answers(failing(ignored -> true));
    run(Map.of("SLUICE_ROUTES", route(",\"maxAttempts\":4")));
    assertThat(database.rows("SELECT event_type, status FROM outbox.event ORDER BY 1"))
        .containsExactly("A|DEAD", "B|FAILED");
  }

  @Test
  void rejectedEventIsDeadAtOnce() {
    database.append("orders", 2, 2);
    broker.answers(
        m -> m.seq() == 1 ? new Rejected("TOO_LARGE", "9 of 8 bytes") : new Delivered(""));
    RelayReport report = run(Map.of());
    assertThat(report.dead()).isEqualTo(1);
    assertThat(report.published()).isEqualTo(1);
    assertThat(database.one("SELECT status, last_error_code, last_error FROM outbox.event"))
        .isEqualTo("DEAD|TOO_LARGE|9 of 8 bytes");
  }

  @Test
  void laterEventsOfAFailedKeyWaitUntouched() {
    database.append("orders", 10, 2);
    broker.answers(failing(m -> m.seq() == 3));
    RelayReport report = run(Map.of("SLUICE_RETRY", "1h..1h"));
    assertThat(report.published()).isEqualTo(6); // the other key's five, and seq 1
    assertThat(database.rows("SELECT seq, status, retry_count FROM outbox.event ORDER BY seq"))
        .containsExactly("3|FAILED|1", "5|PENDING|0", "7|PENDING|0", "9|PENDING|0");
    makeDue();
    broker.answers(failing(ignored -> false));
    run(Map.of());
    assertThat(deliveredSeqs().stream().filter(seq -> seq % 2 == 1))
        .containsExactly(1L, 3L, 5L, 7L, 9L);
  }

  @Test
  void withoutOrderNobodyWaits() {
    database.append("orders", 10, 2);
    broker.answers(failing(m -> m.seq() == 3));
    RelayReport report = run(Map.of("SLUICE_ROUTES", route(",\"order\":\"NONE\"")));
    assertThat(report.published()).isEqualTo(9);
  }

  @Test
  void afterADeadLetterContinueLetsTheKeyGoOn() {
    database.append("orders", 10, 2);
    broker.answers(m -> m.seq() == 3 ? new Rejected("BAD", "no") : new Delivered(""));
    assertThat(run(Map.of()).published()).isEqualTo(9);
    assertThat(deliveredSeqs().stream().filter(seq -> seq % 2 == 1))
        .containsExactly(1L, 5L, 7L, 9L);
  }

  @Test
  void afterADeadLetterBlockHoldsTheKeyUntilItIsRedriven() {
    Map<String, String> blocking = Map.of("SLUICE_ROUTES", route(",\"onDead\":\"BLOCK\""));
    database.append("orders", 10, 2);
    broker.answers(m -> m.seq() == 3 ? new Rejected("BAD", "no") : new Delivered(""));
    assertThat(run(blocking).published()).isEqualTo(6);
    assertThat(run(blocking).published()).isZero();
    assertThat(database.one("SELECT sum(retry_count) FROM outbox.event WHERE status = 'PENDING'"))
        .isEqualTo("0");
    database.execute("UPDATE outbox.event SET status = 'PENDING' WHERE status = 'DEAD'");
    broker.answers(failing(ignored -> false));
    assertThat(run(blocking).published()).isEqualTo(4);
    assertThat(deliveredSeqs().stream().filter(seq -> seq % 2 == 1))
        .containsExactly(1L, 3L, 5L, 7L, 9L);
  }

  @Test
  void twoHundredFailingEventsOfOneKeyAreRetriedInOrder() {
    database.append("orders", 200, 1);
    broker.answers(failing(m -> m.attempt() == 1));
    Map<String, String> quick = Map.of("SLUICE_RETRY", "1ms..1ms", "SLUICE_MODE", "LOOP");
    while (database.count("outbox.event") > 0) {
      run(quick, new Invocation(null, false), Duration.ofSeconds(8));
    }
    assertThat(deliveredSeqs()).hasSize(200).isSorted();
    assertThat(database.count("outbox.published WHERE retry_count = 1")).isEqualTo(200);
  }

  @Test
  void drainingLeavesNothingBehindADeadLetter() {
    // A control by numbers: before a put back event was looked for again, every other run left
    // some.
    for (int round = 0; round < 10; round++) {
      database.append("orders", 3, 1);
      long poison =
          Long.parseLong(
              database.one("SELECT min(seq) FROM outbox.event WHERE status = 'PENDING'"));
      broker.answers(m -> m.seq() == poison ? new Rejected("BAD", "no") : new Delivered(""));
      run(Map.of());
      assertThat(database.count("outbox.event WHERE status = 'PENDING'")).isZero();
    }
  }
}
