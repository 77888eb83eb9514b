package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import dev.sluice.relay.testing.WatchedLog;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Events of a key fail and wait in outbox.held, are retried, and leave the key free again, while
 * more of them are appended just before the lane's statements.
 */
final class RetryRaceIT {

  private static final int RUNS = 10;
  private static final int MOST_RUNS = 50;
  private static final int MOST_BETWEEN = 20;

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final AtomicInteger appended = new AtomicInteger();
  private final AtomicInteger between = new AtomicInteger();

  @AfterEach
  void drop() {
    database.close();
  }

  private void append() {
    appended.incrementAndGet();
    database.append("orders", 1, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"news", "page", "heads", "settle", "states"})
  void newEventDoesNotOvertakeWhatWaitsBehindARetry(String statement) {
    broker.answers(
        message ->
            message.seq() % 3 == 1 && message.attempt() == 1
                ? new Retryable("FLAKY", "not this time")
                : new Delivered("fake@" + message.seq()));
    Map<String, String> settings =
        Map.of("SLUICE_ROUTES", TestRelay.routeTo(name), "SLUICE_RETRY", "1ms..1ms");
    try (TestRelay relay =
        new TestRelay(
            database,
            settings,
            log ->
                WatchedLog.of(
                    log,
                    method -> {
                      if (method.equals(statement) && between.incrementAndGet() <= MOST_BETWEEN) {
                        append();
                      }
                    }))) {
      for (int run = 0; run < RUNS; run++) {
        append();
        append();
        relay.run();
      }
      for (int run = 0; run < MOST_RUNS && broker.delivered().size() < appended.get(); run++) {
        relay.run();
      }
    }
    assertThat(between.get()).as("appended in between").isGreaterThanOrEqualTo(RUNS);
    assertThat(broker.delivered().stream().map(OutboxMessage::seq))
        .hasSize(appended.get())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(database.count("outbox.held")).isZero();
  }
}
