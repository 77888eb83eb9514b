package dev.sluice.lambda.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.LogLine;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The metric and the lines about order, of a real relay. The rules are in the LaneListenerIT of the
 * relay.
 */
final class OrderStepsIT {

  /** In calls of five, so that there are later calls than the first. */
  private static final int EVENTS = 100;

  private static final String LATER = "event was delivered after later ones of its key";

  private static final String BEHIND =
      """
      INSERT INTO outbox.event (seq, stream, event_type, aggregate_id, payload)
      VALUES (7, 'orders', 'Late', 'key-1', '{}')
      """;

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final List<String> printed = new CopyOnWriteArrayList<>();

  @BeforeEach
  void append() {
    database.execute("ALTER TABLE outbox.event ALTER COLUMN seq RESTART WITH 100");
    database.append("orders", EVENTS, 2);
  }

  @AfterEach
  void drop() {
    database.close();
  }

  private LaneReport drain() {
    JsonLog jsonLog = new JsonLog("shop", Level.INFO, false, printed::add, InstantSource.system());
    RelayTelemetry telemetry = new RelayTelemetry(jsonLog);
    Map<String, String> settings =
        Map.of(
            "SLUICE_ROUTES",
            TestRelay.routeTo(name),
            "SLUICE_BATCH",
            "5",
            "SLUICE_LEASE",
            "30s",
            "SLUICE_PUBLISH_TIMEOUT",
            "10s");
    try (TestRelay relay = new TestRelay(database, settings)) {
      LaneReport report = relay.run(Invocation.WHOLE, Duration.ofSeconds(60), telemetry);
      telemetry.end(report);
      return report;
    }
  }

  private int stepsBack() {
    return printed.stream()
        .map(LogLine::of)
        .map(line -> line.members().get("OrderStepsBack"))
        .filter(Integer.class::isInstance)
        .mapToInt(Integer.class::cast)
        .sum();
  }

  private List<Map<String, Object>> lines(String message) {
    return printed.stream()
        .map(line -> LogLine.of(line).members())
        .filter(members -> message.equals(members.get("message")))
        .toList();
  }

  @Test
  void eventsInOrderAreNoStepBack() {
    assertThat(drain().published()).isEqualTo(EVENTS);
    assertThat(stepsBack()).isZero();
    assertThat(lines(LATER)).isEmpty();
  }

  @Test
  void eventThatAppearsBehindDeliveredOnesOfItsKeyIsCountedAndNamed() {
    AtomicInteger calls = new AtomicInteger();
    broker.before(
        _ -> {
          if (calls.incrementAndGet() == 10) {
            database.execute(BEHIND);
          }
        });
    assertThat(drain().published()).isEqualTo(EVENTS + 1);
    assertThat(stepsBack()).isEqualTo(1);
    assertThat(lines(LATER))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .containsEntry("level", "ERROR")
                    .containsEntry("eventType", "Late")
                    .containsEntry("seq", 7)
                    .containsEntry("redriven", false)
                    .containsKey("after"));
  }
}
