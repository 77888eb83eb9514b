package dev.sluice.lambda.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.LogLine;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.ops.status.Measurement;
import dev.sluice.relay.ops.status.Measurement.Backlog;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RelayMetricsTest {

  private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
  private static final Destination BUS = new Destination("fake", "bus", Format.RAW, false);

  private final List<String> printed = new ArrayList<>();
  private final JsonLog jsonLog =
      new JsonLog("shop", Level.INFO, true, printed::add, InstantSource.fixed(NOW));
  private final RelayMetrics metrics = new RelayMetrics(jsonLog);

  private static LogEvent event(String stream, Duration age, boolean redriven) {
    byte[] payload = "{}".getBytes(StandardCharsets.UTF_8);
    OutboxMessage message =
        new OutboxMessage(
            1,
            new UUID(0, 1),
            stream,
            "Placed",
            null,
            null,
            "k",
            payload,
            false,
            "application/json",
            Map.of(),
            NOW.minus(age),
            1);
    return new LogEvent(message, 7, 3, 0, redriven, null, redriven);
  }

  private static LogEvent event(String stream) {
    return event(stream, Duration.ofMillis(5), false);
  }

  private List<Map<String, Object>> lines() {
    return printed.stream().map(line -> LogLine.of(line).members()).toList();
  }

  private Map<String, Object> total() {
    return lines().getFirst();
  }

  @Test
  void idleInvocationWritesItsZerosOnce() {
    metrics.write(null);
    assertThat(lines()).hasSize(1);
    assertThat(total())
        .containsEntry("Outbox", "shop")
        .containsEntry("Published", 0)
        .containsEntry("OrderStepsBack", 0)
        .doesNotContainKeys("Stream", "PublishLatency");
  }

  @Test
  void latenciesAreInMillisecondsAndNotOfWhatWasRedriven() {
    LogEvent fresh = event("orders", Duration.ofMillis(7), false);
    LogEvent redriven = event("orders", Duration.ofDays(3), true);
    metrics.acknowledged(BUS, List.of(fresh, redriven), 2_500_000);
    metrics.write(null);
    assertThat(total())
        .containsEntry("CommitToPublishLatency", List.of(7.0))
        .containsEntry("PublishLatency", List.of(2.5, 2.5));
  }

  @Test
  void streamsBeyondTheFirstFiftyShareAName() {
    List<LogEvent> delivered = IntStream.range(0, 70).mapToObj(i -> event("stream-" + i)).toList();
    metrics.settled(BUS, delivered, List.of(), 0);
    metrics.settled(BUS, delivered, List.of(), 0);
    metrics.write(null);
    assertThat(total()).containsEntry("Published", 140);
    assertThat(lines()).hasSize(52);
    assertThat(lines().get(1)).containsEntry("Stream", "stream-0").containsEntry("Published", 2);
    assertThat(lines().getLast())
        .containsEntry("Stream", "(others)")
        .containsEntry("Published", 40)
        .doesNotContainKey("DeadLettered");
  }

  /** Each of them is billed by itself; all that they count is in the total. */
  @Test
  void streamsHaveMetricsOfTheirOwnOnlyIfAskedFor() {
    JsonLog totals = new JsonLog("shop", Level.INFO, false, printed::add, InstantSource.fixed(NOW));
    RelayMetrics relay = new RelayMetrics(totals);
    relay.settled(BUS, List.of(event("orders"), event("bills")), List.of(), 0);
    relay.write(null);
    Backlog backlog = new Backlog("orders", 1, 2, 3, 4, 5);
    new MeasureMetrics(totals).write(new Measurement(List.of(backlog), 16, 0, 0, false));
    assertThat(lines()).hasSize(3).noneMatch(line -> line.containsKey("Stream"));
    assertThat(total()).containsEntry("Published", 2);
    assertThat(lines().get(1)).containsEntry("Pending", 1);
    new MeasureMetrics(jsonLog).write(new Measurement(List.of(backlog), 16, 0, 0, false));
    assertThat(lines()).as("the control").anyMatch(line -> "orders".equals(line.get("Stream")));
  }

  /** A held event that is delivered is in both lists. */
  @Test
  void changesAreCountedByWhatBecameOfTheEvent() {
    LogEvent released = event("orders");
    List<Change> changes =
        List.of(
            new Change.Waiting(event("orders")),
            new Change.Failed(event("orders"), 1, "BUSY", "this time", Duration.ofSeconds(2)),
            new Change.Dead(event("bills"), 5, "BAD", "always"),
            new Change.Released(released));
    metrics.settled(BUS, List.of(released), changes, 0);
    metrics.write(null);
    assertThat(total())
        .containsEntry("Published", 1)
        .containsEntry("RetriesScheduled", 1)
        .containsEntry("DeadLettered", 1);
    assertThat(lines().get(1))
        .containsEntry("Stream", "orders")
        .containsEntry("Published", 1)
        .containsEntry("RetriesScheduled", 1)
        .doesNotContainKey("DeadLettered");
    assertThat(lines().get(2)).containsEntry("Stream", "bills").containsEntry("DeadLettered", 1);
  }

  /** Consumers expect it: a person brought it back. */
  @Test
  void redrivenEventThatStepsBackIsALineAndNotCounted() {
    RelayTelemetry telemetry = new RelayTelemetry(jsonLog);
    telemetry.steppedBack(event("orders", Duration.ofDays(3), true), 9);
    telemetry.end(null);
    assertThat(lines().getFirst())
        .containsEntry("level", "INFO")
        .containsEntry("message", "redriven event was delivered after later ones of its key")
        .containsEntry("redriven", true)
        .containsEntry("after", 9);
    assertThat(lines().getLast()).containsEntry("OrderStepsBack", 0);
    telemetry.steppedBack(event("orders"), 9);
    telemetry.end(null);
    assertThat(lines().getLast()).as("the control").containsEntry("OrderStepsBack", 1);
  }

  @Test
  void gaugesOfStreamsBeyondTheFirstFiftyAreSummedUp() {
    List<Backlog> streams =
        IntStream.range(0, 60).mapToObj(i -> new Backlog("s" + i, 1, 2, 3, 4, i)).toList();
    new MeasureMetrics(jsonLog).write(new Measurement(streams, 16, 0, 0, false));
    assertThat(total())
        .containsEntry("Pending", 60)
        .containsEntry("Blocked", 240)
        .containsEntry("OldestPendingSeconds", 59);
    assertThat(lines()).hasSize(1 + 51 + 1);
    assertThat(lines().get(51))
        .containsEntry("Stream", "(others)")
        .containsEntry("Dead", 30)
        .containsEntry("OldestPendingSeconds", 59);
    assertThat(lines().getLast()).containsEntry("Source", "database").containsEntry("Heartbeat", 1);
  }

  @Test
  void relayThatHeldShardsLatelyHasAHeartbeatToo() {
    new MeasureMetrics(jsonLog).write(new Measurement(List.of(), 0, 0, 0, true));
    assertThat(lines()).extracting(line -> line.get("Source")).endsWith("database", "relay");
  }

  @Test
  void nameThatCloudWatchWouldRefuseIsWrittenInAscii() {
    assertThat(DimensionText.of("Ümläut")).isEqualTo("%C3%9Cml%C3%A4ut");
    assertThat(DimensionText.of(":a:b")).isEqualTo("%3Aa:b");
    assertThat(DimensionText.of("100%")).isEqualTo("100%25");
    assertThat(DimensionText.of("orders.eu-1 x")).isEqualTo("orders.eu-1 x");
  }

  @Test
  void levelLeavesOutLessSevereLinesButNoMetric() {
    JsonLog severe = new JsonLog("shop", Level.ERROR, true, printed::add, InstantSource.fixed(NOW));
    severe.write(Level.WARN, "left out", Map.of());
    severe.write(Level.ERROR, "written", Map.of());
    new RelayMetrics(severe).write(null);
    assertThat(lines())
        .hasSize(2)
        .first()
        .satisfies(l -> assertThat(l).containsEntry("message", "written"));
  }

  @Test
  void logThatCannotWriteFailsNothing() {
    JsonLog broken =
        new JsonLog(
            "shop",
            Level.INFO,
            true,
            _ -> {
              throw new IllegalStateException("the pipe is closed");
            },
            InstantSource.fixed(NOW));
    broken.write(Level.ERROR, "lost", Map.of());
    new RelayMetrics(broken).write(null);
    assertThat(printed).isEmpty();
  }

  @Test
  void traceIsTheRootOfXraysHeader() {
    assertThat(Correlation.of("r", "f", "Root=1-a-b;Parent=c;Sampled=1").xrayTraceId())
        .isEqualTo("1-a-b");
    assertThat(Correlation.of("r", "f", "Parent=c").xrayTraceId()).isNull();
    assertThat(Correlation.of("r", "f", null).xrayTraceId()).isNull();
  }
}
