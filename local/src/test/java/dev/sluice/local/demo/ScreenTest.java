package dev.sluice.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.demo.Scenario.Entry;
import dev.sluice.local.demo.Scenario.State;
import dev.sluice.local.orders.OutboxGauge;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ScreenTest {

  private static final Snapshot OUTAGE =
      new Snapshot(
          12,
          5312,
          265,
          4290,
          3,
          0,
          4,
          new OutboxGauge.Level(1000, 22, 1),
          new Latencies.Percentiles(38.2, 2101.6),
          List.of(0, 100, 200, 400, 300, 200, 100),
          List.of(
              new Snapshot.PlaceCount("kafka:orders", 3000, 2000, true),
              new Snapshot.PlaceCount("EventBridge bus", 2312, 2290, false)),
          List.of(
              new Entry("normal load", State.DONE, "Four threads."),
              new Entry("broker down", State.PLAYING, "Kafka is stopped."),
              new Entry("relay killed", State.WAITING, "")),
          "relay: invocation 2, process 1");

  private static final String PICTURE =
      """
      sluice demo   relay: invocation 2, process 1                                            12 s

        appended      5,312   rolled back 265       events/s     200   ▂▄█▆▄▂
        delivered     4,290   duplicates 3          latency       38 ms p50   2,102 ms p99
        pending       1,022   retries 4             dead           1   reordered 0

        kafka:orders             2,000 ████████████████████░░░░░░░░░░  in order per key
        EventBridge bus          2,290 █████████████████████████████░  in any order

        ✓ normal load
          Four threads.
        ▶ broker down
          Kafka is stopped.
        · relay killed

      """;

  @Test
  void pictureShowsTheMoment() {
    String text =
        Screen.render(OUTAGE).stream()
            .map(Line::text)
            .map(String::stripTrailing)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(text).isEqualTo(PICTURE);
  }

  @Test
  void everyPictureHasAsManyLinesAsTheOneBefore() {
    Snapshot start =
        new Snapshot(
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            OutboxGauge.Level.UNKNOWN,
            new Latencies.Percentiles(0, 0),
            List.of(),
            OUTAGE.places(),
            OUTAGE.acts().stream().map(act -> new Entry(act.title(), State.WAITING, "")).toList(),
            "");
    assertThat(Screen.render(start)).hasSameSizeAs(Screen.render(OUTAGE));
  }

  @Test
  void secondPictureIsDrawnOverTheFirst() {
    String[] frames = new String[2];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Terminal view = new Terminal(new PrintStream(bytes, true, StandardCharsets.UTF_8), true)) {
      for (int i = 0; i < frames.length; i++) {
        bytes.reset();
        view.show(OUTAGE);
        frames[i] = bytes.toString(StandardCharsets.UTF_8);
      }
      bytes.reset();
    }
    int lines = Screen.render(OUTAGE).size();
    assertThat(frames[0]).doesNotContain("\u001b[" + lines + "F").contains("\u001b[?25l");
    assertThat(frames[1]).startsWith("\u001b[" + lines + "F");
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\u001b[?7h\u001b[?25h");
  }

  @Test
  void plainLineSaysTheSameWithoutControlCharacters() {
    assertThat(Screen.line(OUTAGE))
        .isEqualTo(
            " 12 s  appended 5,312  delivered 4,290 (kafka:orders 2,000, EventBridge bus 2,290)"
                + "  pending 1,022  retries 4  dead 1  200 events/s  p50 38 ms  p99 2,102 ms")
        .doesNotContain("\u001b");
  }

  @Test
  void secondWithoutAnArrivalIsAGap() {
    assertThat(Screen.sparkline(List.of(80, 0, 1))).isEqualTo("█ ▁");
    assertThat(Screen.sparkline(List.of(0, 0))).isEqualTo("  ");
  }
}
