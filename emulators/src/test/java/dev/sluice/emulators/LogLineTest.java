package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule refuses a line that is right but for one thing. */
final class LogLineTest {

  private static final String METRIC =
      """
      {"_aws":{"Timestamp":NOW,"CloudWatchMetrics":[{"Namespace":"Sluice","Dimensions":[["Outbox","Stream"]],\
      "Metrics":[{"Name":"Published","Unit":"Count"},{"Name":"PublishLatency","Unit":"Milliseconds"}]}]},\
      "Outbox":"shop","Stream":"orders","Published":3,"PublishLatency":[1,2.5,3],"requestId":"r"}"""
          .replace("NOW", Long.toString(System.currentTimeMillis()));

  private static final String MESSAGE =
      "{\"timestamp\":\"2026-11-18T06:00:00.5Z\",\"level\":\"WARN\",\"message\":\"careful\"}";

  @Test
  void lineThatIsRightHasNoFault() {
    assertThat(LogLine.of(METRIC).faults()).isEmpty();
    assertThat(LogLine.of(MESSAGE).faults()).isEmpty();
    assertThat(LogLine.of(METRIC).metric()).isTrue();
    assertThat(LogLine.of(MESSAGE).metric()).isFalse();
  }

  private static String broken(String line, String from, String to) {
    assertThat(line).contains(from);
    return line.replace(from, to);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"Namespace\":\"Sluice\"; \"Namespace\":\"\"; Namespace is no text",
        "[[\"Outbox\",\"Stream\"]]; []; Dimensions is no list of lists",
        "[[\"Outbox\",\"Stream\"]]; [\"Outbox\"]; a dimension set is no list",
        "[[\"Outbox\",\"Stream\"]]; [[\"Outbox\",\"Lane\"]]; dimension Lane has no text",
        "\"Outbox\":\"shop\"; \"Outbox\":7; dimension Outbox has no text",
        "\"Stream\":\"orders\"; \"Stream\":\"órdenes\"; dimension Stream is not plain ASCII",
        "\"Stream\":\"orders\"; \"Stream\":\":orders\"; dimension Stream is not plain ASCII",
        "\"Unit\":\"Count\"; \"Unit\":\"Counts\"; unit Counts is unknown",
        "\"Unit\":\"Count\"; \"Unit\":\"Count\",\"StorageResolution\":30; StorageResolution",
        "\"Published\":3; \"Published\":\"3\"; Published is missing or not numeric",
        "\"Published\":3; \"Other\":3; Published is missing or not numeric",
        "[1,2.5,3]; []; PublishLatency has no value",
        "[1,2.5,3]; [1,\"2\"]; PublishLatency is not numeric",
        "{\"Name\":\"Published\",\"Unit\":\"Count\"},; {\"Unit\":\"Count\"},; a metric has no name",
        "\"CloudWatchMetrics\":; \"CloudWatch\":; CloudWatchMetrics is no list",
        "\"Published\":3,; \"Published\":3,\"Published\":4,; is not one JSON object",
        "\"Timestamp\":1; \"Timestamp\":\"now\",\"T\":1; Timestamp is no whole number",
        "\"Timestamp\":1; \"Timestamp\":9; Timestamp is more than 2 hours ahead"
      })
  void metricThatBreaksARuleIsRefused(String from, String to, String fault) {
    assertThat(LogLine.of(broken(METRIC, from, to)).faults())
        .anySatisfy(told -> assertThat(told).contains(fault));
  }

  @Test
  void timestampInSecondsIsRefused() {
    String seconds = METRIC.replaceFirst("(\"Timestamp\":[0-9]{10})[0-9]{3}", "$1");
    assertThat(LogLine.of(seconds).faults()).singleElement().asString().contains("milliseconds");
  }

  @Test
  void metricsAndValuesAreLimitedToAHundred() {
    String values = list("1", 101);
    assertThat(LogLine.of(broken(METRIC, "1,2.5,3", values)).faults())
        .containsExactly("PublishLatency has more than 100 values");
    assertThat(LogLine.of(broken(METRIC, "1,2.5,3", list("1", 100))).faults()).isEmpty();
    String metrics =
        IntStream.range(0, 100)
            .mapToObj(i -> "{\"Name\":\"Published\",\"Unit\":\"None\",\"i\":" + i + "}")
            .collect(Collectors.joining(","));
    String many = broken(METRIC, "{\"Name\":\"Published\",\"Unit\":\"Count\"}", metrics);
    assertThat(LogLine.of(many).faults()).containsExactly("more than 100 metrics");
    String dimensions = broken(METRIC, "[[\"Outbox\"", "[[" + list("\"Outbox\"", 30));
    assertThat(LogLine.of(dimensions).faults()).containsExactly("more than 30 dimensions");
  }

  private static String list(String value, int count) {
    return String.join(",", java.util.Collections.nCopies(count, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "WARN; LOUD; level is none of",
        "careful; ; there is no message",
        "T06:00:00.5Z; 06:00; timestamp is not RFC 3339"
      })
  void messageThatBreaksARuleIsRefused(String from, String to, String fault) {
    assertThat(LogLine.of(broken(MESSAGE, from, to == null ? "" : to)).faults())
        .singleElement()
        .asString()
        .contains(fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "WARN careful", "[]", "{}", "{\"level\":", "{\"a\":1} {\"b\":2}"})
  void lineThatIsNoObjectIsRefused(String line) {
    assertThat(LogLine.of(line).faults()).singleElement().asString().contains("one JSON object");
  }

  @Test
  void objectOverTwoLinesIsRefused() {
    assertThat(LogLine.of(MESSAGE.replace(",", ",\n")).faults())
        .singleElement()
        .asString()
        .contains("one JSON object on a line");
  }
}
