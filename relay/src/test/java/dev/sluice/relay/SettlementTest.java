package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Settlement.Dead;
import dev.sluice.relay.Settlement.Failed;
import dev.sluice.relay.Settlement.Published;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettlementTest {

  private static final PublishOutcome TIMEOUT = new Retryable("TIMEOUT", "no answer in 5 s");

  private static @Nullable Settlement decide(
      PublishOutcome outcome, int attempt, int own, int routes) {
    OwedEvent event = Events.owed(1, "key", attempt, own);
    return Settlement.decide(event, outcome, Events.route("*", routes), 0.5);
  }

  /** Every outcome in every position to the limit; 0 is 'no limit of its own'. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # outcome    | attempt | event's limit | route's limit | settlement
          delivered    | 1       | 0             | 5             | Published
          delivered    | 5       | 0             | 5             | Published
          delivered    | 9       | 0             | 5             | Published
          delivered    | 1       | 1             | 5             | Published
          rejected     | 1       | 0             | 5             | Dead
          rejected     | 5       | 0             | 5             | Dead
          rejected     | 1       | 9             | 5             | Dead
          retryable    | 1       | 0             | 5             | Failed
          retryable    | 4       | 0             | 5             | Failed
          retryable    | 5       | 0             | 5             | Dead
          retryable    | 6       | 0             | 5             | Dead
          retryable    | 1       | 0             | 1             | Dead
          retryable    | 1       | 1             | 5             | Dead
          retryable    | 5       | 7             | 5             | Failed
          retryable    | 7       | 7             | 5             | Dead
          unavailable  | 1       | 0             | 5             | nothing
          unavailable  | 5       | 0             | 5             | nothing
          unavailable  | 9       | 1             | 5             | nothing
          """)
  void outcomeAndAttemptDecide(
      String outcome, int attempt, int eventsLimit, int routesLimit, String expected) {
    PublishOutcome told =
        switch (outcome) {
          case "delivered" -> new Delivered("receipt");
          case "rejected" -> new Rejected("TOO_LARGE", "9 of 8 bytes");
          case "retryable" -> TIMEOUT;
          case "unavailable" -> new Unavailable("DOWN", "connection refused");
          default -> throw new IllegalArgumentException(outcome);
        };
    Settlement settlement = decide(told, attempt, eventsLimit, routesLimit);
    String name = settlement == null ? "nothing" : settlement.getClass().getSimpleName();
    assertThat(name).isEqualTo(expected);
  }

  @Test
  void publishedKeepsDestinationAndReceipt() {
    assertThat(decide(new Delivered("orders-0@42"), 1, 0, 5))
        .isEqualTo(new Published(Events.owed(1, "key"), "fake:orders", "orders-0@42"));
  }

  @Test
  void failedKeepsWhatWentWrongAndWaitsByThePolicy() {
    assertThat(decide(TIMEOUT, 3, 0, 5))
        .isEqualTo(
            new Failed(
                Events.owed(1, "key", 3, 0),
                3,
                "TIMEOUT",
                "no answer in 5 s",
                Duration.ofSeconds(8)));
  }

  @Test
  void chanceSpreadsTheWait() {
    Route route = Events.route("*", 5);
    assertThat(Settlement.decide(Events.owed(1, "key"), TIMEOUT, route, 0.0))
        .isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.delay()).hasSeconds(1));
    assertThat(Settlement.decide(Events.owed(1, "key"), TIMEOUT, route, 1.0))
        .isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.delay()).hasSeconds(3));
  }

  @Test
  void deadCountsTheAttemptThatKilledIt() {
    assertThat(decide(new Rejected("TOO_LARGE", "9 of 8 bytes"), 2, 0, 5))
        .isEqualTo(new Dead(Events.owed(1, "key", 2, 0), 2, "TOO_LARGE", "9 of 8 bytes"));
    assertThat(decide(TIMEOUT, 5, 0, 5))
        .isEqualTo(new Dead(Events.owed(1, "key", 5, 0), 5, "TIMEOUT", "no answer in 5 s"));
  }
}
