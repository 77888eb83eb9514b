package dev.sluice.lambda.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.LogLine;
import dev.sluice.relay.Invocation;
import dev.sluice.relay.RelayReport;
import dev.sluice.relay.Settlement;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real relay on an outbox that somebody puts into disorder while it runs. */
final class OrderStepsIT {

  /** More than are in flight at once, so that something is read after the first are settled. */
  private static final int EVENTS = 100;

  private static final String LATER = "event was delivered after later ones of its key";
  private static final String REDRIVEN = "redriven event was delivered after later ones of its key";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final List<String> printed = new CopyOnWriteArrayList<>();
  private final AtomicBoolean once = new AtomicBoolean(true);

  @BeforeEach
  void append() {
    database.execute("ALTER TABLE outbox.event ALTER COLUMN seq RESTART WITH 100");
    database.append("orders", EVENTS, 2);
  }

  @AfterEach
  void drop() {
    database.close();
  }

  private String route(String more) {
    return "[{\"stream\":\"*\",\"destination\":\"fake:" + name + "\"" + more + "}]";
  }

  private RelayReport run(String more, Consumer<List<Settlement>> afterSettle) {
    JsonLog jsonLog = new JsonLog("shop", Level.INFO, printed::add, InstantSource.system());
    RelayTelemetry telemetry = new RelayTelemetry(jsonLog);
    Map<String, String> settings = Map.of("SLUICE_ROUTES", route(more), "SLUICE_BATCH", "5");
    try (TestRelay relay = new TestRelay(database, settings, _ -> {}, afterSettle)) {
      RelayReport report = relay.run(new Invocation(null, true), Duration.ofSeconds(30), telemetry);
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

  private void inTheMiddle(String sql) {
    if (once.getAndSet(false)) {
      database.execute(sql);
    }
  }

  private static final String BEHIND =
      """
      INSERT INTO outbox.event (seq, stream, event_type, aggregate_id, payload)
      VALUES (7, 'orders', 'Late', 'key-1', '{}')
      """;

  @Test
  void whatIsInOrderIsNoStepBack() {
    assertThat(run("", _ -> {}).published()).isEqualTo(EVENTS);
    assertThat(stepsBack()).isEqualTo(0);
    assertThat(lines(LATER)).isEmpty();
  }

  @Test
  void eventThatAppearsBehindDeliveredOnesOfItsKeyIsAStepBack() {
    assertThat(run("", _ -> inTheMiddle(BEHIND)).published()).isEqualTo(EVENTS + 1);
    assertThat(stepsBack()).isEqualTo(1);
    assertThat(lines(LATER))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .containsEntry("level", "ERROR")
                    .containsEntry("eventType", "Late")
                    .containsEntry("seq", 7)
                    .containsEntry("redriven", false));
  }

  @Test
  void destinationWithoutOrderHasNoStepsBack() {
    assertThat(run(",\"order\":\"NONE\"", _ -> inTheMiddle(BEHIND)).published())
        .isEqualTo(EVENTS + 1);
    assertThat(stepsBack()).isEqualTo(0);
  }

  @Test
  void replayedEventIsNoStepBack() {
    String replayed =
        """
        INSERT INTO outbox.event (seq, stream, event_type, aggregate_id, payload, headers, redriven_at)
        VALUES (7, 'orders', 'Late', 'key-1', '{}', '{"x-sluice-replay": "1"}', now())
        """;
    assertThat(run("", _ -> inTheMiddle(replayed)).published()).isEqualTo(EVENTS + 1);
    assertThat(stepsBack()).isEqualTo(0);
    assertThat(lines(REDRIVEN)).isEmpty();
  }

  private static PublishOutcome firstIsRejected(OutboxMessage message) {
    return message.seq() == 100
        ? new Rejected("TOO_LARGE", "it does not fit")
        : new Delivered("fake@" + message.seq());
  }

  /** Every second event has the key of the first; until that one is dead none of them is sent. */
  private static boolean isBehindTheDeadOne(Settlement settlement) {
    long seq = settlement.event().message().seq();
    return seq > 100 && seq % 2 == 0;
  }

  @Test
  void deadEventThatIsRedrivenIsToldApart() {
    broker.answers(OrderStepsIT::firstIsRejected);
    String redrive =
        "UPDATE outbox.event SET status = 'PENDING', retry_count = 0, redriven_at = now() WHERE status = 'DEAD'";
    RelayReport report =
        run(
            "",
            settlements -> {
              if (settlements.stream().anyMatch(OrderStepsIT::isBehindTheDeadOne)) {
                broker.answers(message -> new Delivered("fake@" + message.seq()));
                inTheMiddle(redrive);
              }
            });
    assertThat(report.dead()).isEqualTo(1);
    assertThat(report.published()).isEqualTo(EVENTS);
    assertThat(stepsBack()).isEqualTo(0);
    assertThat(lines(LATER)).isEmpty();
    assertThat(lines(REDRIVEN))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line).containsEntry("level", "INFO").containsEntry("redriven", true));
  }
}
