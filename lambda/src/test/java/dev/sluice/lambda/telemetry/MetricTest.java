package dev.sluice.lambda.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Emitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the metrics in docs/metrics-and-logs.md is compared with the list. */
final class MetricTest {

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| ([A-Z][A-Za-z, ]+) \\| (Count|Seconds|Milliseconds) \\| ([^|]+) \\| ([a-z, ]+) \\|$");

  /** One line a metric and set of dimensions. */
  private static Stream<String> row(String names, String unit, String by, String from) {
    return Stream.of(names.split(", ", -1))
        .flatMap(
            name ->
                Stream.of(by.split("; ", -1))
                    .map(dimensions -> String.join("|", name, unit, dimensions, from)));
  }

  private static Stream<String> rows(Metric metric) {
    String from =
        metric.emitter() == Emitter.BOTH
            ? "relay, measure"
            : metric.emitter().name().toLowerCase(Locale.ROOT);
    return metric.scopes().stream()
        .map(scope -> String.join(", ", scope.dimensions()))
        .flatMap(by -> row(metric.label(), metric.unit().label(), by, from));
  }

  @Test
  void tableOfThePageIsTheList() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "metrics-and-logs.md"));
    List<String> documented =
        ROW.matcher(page)
            .results()
            .flatMap(row -> row(row.group(1), row.group(2), row.group(3), row.group(4)))
            .toList();
    assertThat(documented)
        .hasSizeGreaterThan(20)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Metric.values()).flatMap(MetricTest::rows).toList());
  }
}
