package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.LogLine;
import dev.sluice.emulators.Planted;
import dev.sluice.metrics.Metric;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;

/** All that the three functions print while they do everything that they can do. */
@Isolated("the functions take over the log of the whole JVM")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LinesIT {

  private static final String REQUEST = "00000000-0000-0000-0000-000000000001";

  private final Rehearsal rehearsal = new Rehearsal();

  @BeforeAll
  void doEverything() throws IOException {
    rehearsal.doEverything();
  }

  @AfterAll
  void drop() {
    rehearsal.close();
  }

  private Stream<LogLine> lines() {
    return rehearsal.printed.stream().map(LogLine::of);
  }

  private Stream<Map<String, Object>> messages(String message) {
    return lines()
        .filter(line -> !line.metric())
        .map(LogLine::members)
        .filter(members -> message.equals(members.get("message")));
  }

  @Test
  void everyLineIsOneJsonObjectByTheRules() {
    assertThat(lines()).hasSizeGreaterThan(50).allSatisfy(l -> assertThat(l.faults()).isEmpty());
  }

  @Test
  void everyLineNamesItsInvocationItsFunctionAndItsOutbox() {
    assertThat(lines().map(LogLine::members))
        .allSatisfy(
            line -> {
              assertThat(line)
                  .containsEntry("requestId", REQUEST)
                  .containsEntry("function", "test");
              assertThat(line.getOrDefault("outbox", line.get("Outbox"))).isEqualTo("shop");
            });
  }

  @Test
  void nothingThatIsSecretIsPrinted() {
    String all = String.join("\n", rehearsal.printed);
    assertThat(all).doesNotContain(Planted.CARD, Planted.TOKEN, Planted.PASSWORD);
    assertThat(all).as("the control: what is printed is found").contains(Rehearsal.MARKER);
  }

  @Test
  void everyMetricIsPrintedUnderItsDimensionsAndNoOther() {
    List<String> declared =
        Stream.of(Metric.values())
            .flatMap(m -> m.scopes().stream().map(s -> m.label() + " by " + s.dimensions()))
            .toList();
    assertThat(lines().flatMap(line -> line.metrics().stream()).distinct())
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void everyDeadEventIsNamed() {
    assertThat(messages("event is dead"))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("level", "ERROR")
                    .containsEntry("stream", "orders-poison")
                    .containsEntry("eventType", "Poison")
                    .containsEntry("aggregateType", "Order")
                    .containsEntry("traceId", Rehearsal.TRACE)
                    .containsEntry("code", "TOO_LARGE")
                    .containsEntry("attempt", 1)
                    .containsKeys("eventId", "aggregateId"));
  }

  @Test
  void firstFailuresOfAStreamAreNamedAndAllAreCounted() {
    assertThat(messages("event failed and will be retried"))
        .hasSize(20)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("stream", "orders-flaky")
                    .containsEntry("code", "THROTTLED")
                    .containsKeys("eventId", "eventType", "aggregateId", "traceId", "attempt"));
    assertThat(messages("more of them: event failed and will be retried"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .containsEntry("stream", "orders-flaky")
                    .containsEntry("code", "THROTTLED")
                    .containsEntry("count", 25)
                    .containsEntry("logged", 20));
  }

  @Test
  void outagesCrashesAndLostShardsAreLines() {
    assertThat(messages("relay ended"))
        .hasSize(4)
        .allSatisfy(l -> assertThat(l).containsKey("stopped"));
    assertThat(messages("breaker opened: the destination is down"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsEntry("code", "DOWN"));
    assertThat(messages("breaker closed: the destination is back")).hasSize(1);
    assertThat(messages("stream has events and no route"))
        .isNotEmpty()
        .allSatisfy(l -> assertThat(l).containsEntry("stream", "lost-" + Rehearsal.MARKER));
    assertThat(messages("a lease had run out unreleased: its owner crashed or was frozen"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsEntry("shards", 16));
    assertThat(messages("another owner took shards of ours"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsEntry("shards", 16));
  }

  @Test
  void operatorsActionIsALineWithItsActorAndItsNumbers() {
    assertThat(messages("operator's action")).hasSize(10);
    assertThat(messages("operator's action").filter(l -> "redrive".equals(l.get("action"))))
        .singleElement()
        .satisfies(
            l ->
                assertThat(l)
                    .containsEntry("actor", "ann")
                    .containsEntry("affected", 1)
                    .containsKey("operation"));
  }

  /** For its alarm; that nothing else failed is counted in the next test. */
  @Test
  void probeThatIsNotDeliveredIsALineAndAMetric() {
    assertThat(messages("the probe was not delivered"))
        .singleElement()
        .satisfies(
            l -> {
              assertThat(l).containsEntry("level", "ERROR");
              assertThat(String.valueOf(l.get("reason"))).contains("was not delivered within 1 s");
            });
    assertThat(
            lines()
                .map(LogLine::members)
                .filter(members -> members.containsKey(Metric.PROBE_FAILED.label())))
        .singleElement()
        .satisfies(line -> assertThat(line).containsEntry("ProbeFailed", 1));
  }

  @Test
  void migrationAndFailuresAreLines() {
    assertThat(messages("schema migrated"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsKeys("migrations", "version"));
    assertThat(messages("invocation failed").map(l -> l.get("reason")))
        .hasSize(3)
        .allSatisfy(reason -> assertThat(String.valueOf(reason)).isNotBlank());
  }

  @Test
  void librariesWriteTheSameKindOfLine() {
    assertThat(messages("the broker is odd\nin two lines"))
        .singleElement()
        .satisfies(
            l ->
                assertThat(l)
                    .containsEntry("level", "WARN")
                    .containsEntry("logger", "org.odd.library"));
  }
}
