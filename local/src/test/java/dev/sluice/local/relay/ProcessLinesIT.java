package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.LogLine;
import dev.sluice.emulators.Planted;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What CloudWatch would get from a real process of the function on a bad day. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProcessLinesIT {

  private static final String MARKER = "marker-planted";
  private static final String PREFIX = "[lines] ";

  private final List<String> log = new CopyOnWriteArrayList<>();

  @BeforeAll
  void liveThroughABadDay() {
    try (OutboxStack outbox = OutboxStack.shared()) {
      append(outbox, "up-" + MARKER, "Placed", 50);
      append(outbox, "up", "Poison", 2);
      append(outbox, "up", "Flaky", 2);
      append(outbox, "down", "Placed", 2);
      append(outbox, "nowhere", "Placed", 2);
      append(outbox, "kafka", "Placed", 2);
      try (LocalLambda lane =
          outbox.lane(
              "lines", settings(), MinedPublisher.classpath(), Duration.ofSeconds(30), log::add)) {
        assertThat(Reports.number(lane.invokeAndWait("{}"), "dead")).isEqualTo(2);
        assertThat(lane.invokeAndWait("\"" + Planted.CARD + "\""))
            .isInstanceOf(Answer.Failed.class);
      }
    }
  }

  private static void append(OutboxStack outbox, String stream, String type, int count) {
    outbox.execute(
        """
        SELECT outbox.append('%s', '%s', '{"card": "%s"}', aggregate_id => 'key-' || i,
          headers => '{"authorization": "%s"}')
        FROM generate_series(1, %d) i
        """
            .formatted(stream, type, Planted.CARD, Planted.TOKEN, count));
  }

  /** Time enough for a Kafka client on a busy machine to find out that nobody answers. */
  private static Map<String, String> settings() {
    return Map.of(
        "SLUICE_PUBLISH_TIMEOUT", "6s",
        "SLUICE_LEASE", "20s",
        "AWS_LAMBDA_LOG_FORMAT", "JSON",
        "SLUICE_NAME", "shop",
        "SLUICE_METRIC_DIMENSIONS", "Outbox,Stream",
        "SLUICE_DB_PASSWORD", Planted.PASSWORD,
        "SLUICE_RETRY", "1h..1h",
        "KAFKA_BOOTSTRAP_SERVERS", "localhost:1",
        "SLUICE_ROUTES",
            """
            [{"stream": "up*", "destination": "moody:up"}, {"stream": "down", "destination": "moody:down"},
             {"stream": "kafka", "destination": "kafka:events"}]
            """);
  }

  /** Without what Lambda itself adds. */
  private Stream<String> printed() {
    return log.stream()
        .map(line -> line.substring(PREFIX.length()))
        .filter(line -> !line.startsWith("REPORT "));
  }

  private Stream<LogLine> lines() {
    return printed().map(LogLine::of);
  }

  @Test
  void everyLineIsOneJsonObjectByTheRules() {
    assertThat(lines()).hasSizeGreaterThan(10).allSatisfy(l -> assertThat(l.faults()).isEmpty());
  }

  @Test
  void whatHappenedIsThere() {
    assertThat(lines().map(line -> line.members().get("message")).filter(Objects::nonNull))
        .contains(
            "event is dead",
            "event failed and will be retried",
            "breaker opened: the destination is down",
            "stream has events and no route",
            "relay ended",
            "invocation failed");
    assertThat(lines().flatMap(line -> line.metrics().stream()))
        .contains("Published by [Outbox]", "CommitToPublishLatency by [Outbox, Stream]");
  }

  @Test
  void linesCarryXraysTrace() {
    assertThat(lines().filter(LogLine::metric).map(LogLine::members))
        .allSatisfy(line -> assertThat(line).containsKeys("requestId", "xrayTraceId"));
  }

  /** The broker that is not there makes the Kafka client warn. */
  @Test
  void librariesWriteJsonToo() {
    assertThat(lines().map(line -> String.valueOf(line.members().get("logger"))))
        .anyMatch(logger -> logger.startsWith("org.apache.kafka."));
  }

  @Test
  void nothingThatIsSecretIsPrinted() {
    assertThat(String.join("\n", log))
        .doesNotContain(Planted.CARD, Planted.TOKEN, Planted.PASSWORD)
        .contains(MARKER);
  }
}
