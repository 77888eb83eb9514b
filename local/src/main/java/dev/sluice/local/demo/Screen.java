package dev.sluice.local.demo;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.demo.Line.Tone;
import dev.sluice.local.orders.OutboxGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a moment. */
final class Screen {

  static final int WIDTH = 92;

  private static final int BAR = 30;
  private static final int SECOND = 46;
  private static final String LEVELS = "▁▂▃▄▅▆▇█";

  private Screen() {}

  /** The whole picture, always with the same number of lines. */
  static List<Line> render(Snapshot now) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        Line.of(Tone.STRONG, "sluice demo")
            .and(Tone.FAINT, "   " + now.relay())
            .to(WIDTH - 6)
            .and(Tone.FAINT, "%4d s".formatted(now.seconds())));
    lines.add(Line.EMPTY);
    lines.addAll(figures(now));
    lines.add(Line.EMPTY);
    now.places().forEach(place -> lines.add(place(place)));
    lines.add(Line.EMPTY);
    for (Scenario.Entry act : now.acts()) {
      lines.add(act(act));
      lines.add(Line.of(Tone.FAINT, act.remark().isEmpty() ? "" : "    " + act.remark()));
    }
    return lines;
  }

  /** The same in one line, without colour. */
  static String line(Snapshot now) {
    String places =
        now.places().stream()
            .map(place -> place.label() + " " + number(place.delivered()))
            .collect(joining(", "));
    return "%3d s  appended %s  delivered %s (%s)  pending %s  retries %s  dead %d  %s events/s  p50 %s ms  p99 %s ms"
        .formatted(
            now.seconds(),
            number(now.appended()),
            number(now.delivered()),
            places,
            number(now.outbox().owed()),
            number(now.retries()),
            now.outbox().dead(),
            number(now.eventsPerSecond()),
            number(Math.round(now.latency().p50())),
            number(Math.round(now.latency().p99())));
  }

  private static List<Line> figures(Snapshot now) {
    OutboxGauge.Level outbox = now.outbox();
    return List.of(
        figure("appended", now.appended(), Tone.STRONG)
            .and(Tone.FAINT, "   rolled back " + number(now.rolledBack()))
            .to(SECOND)
            .and("events/s  ")
            .and(Tone.STRONG, "%6s  ".formatted(number(now.eventsPerSecond())))
            .and(Tone.ACCENT, sparkline(now.perSecond())),
        figure("delivered", now.delivered(), Tone.GOOD)
            .and(Tone.FAINT, "   duplicates " + number(now.duplicates()))
            .to(SECOND)
            .and("latency   ")
            .and(Tone.STRONG, "%6s".formatted(number(Math.round(now.latency().p50()))))
            .and(Tone.FAINT, " ms p50")
            .and(Tone.STRONG, "%8s".formatted(number(Math.round(now.latency().p99()))))
            .and(Tone.FAINT, " ms p99"),
        figure("pending", outbox.owed(), outbox.owed() > 1000 ? Tone.WAITS : Tone.PLAIN)
            .and(Tone.FAINT, "   retries " + number(now.retries()))
            .to(SECOND)
            .and("dead      ")
            .and(outbox.dead() > 0 ? Tone.BAD : Tone.STRONG, "%6d".formatted(outbox.dead()))
            .and(Tone.FAINT, "   reordered ")
            .and(now.reordered() > 0 ? Tone.BAD : Tone.FAINT, number(now.reordered())));
  }

  private static Line figure(String name, int value, Tone tone) {
    return Line.of(Tone.PLAIN, "  %-10s".formatted(name)).and(tone, "%9s".formatted(number(value)));
  }

  private static Line place(Snapshot.PlaceCount place) {
    int full = place.appended() == 0 ? BAR : BAR * place.delivered() / place.appended();
    int filled = Math.clamp(full, 0, BAR);
    return Line.of(Tone.PLAIN, "  %-22s".formatted(place.label()))
        .and("%8s ".formatted(number(place.delivered())))
        .and(Tone.GOOD, "█".repeat(filled))
        .and(Tone.FAINT, "░".repeat(BAR - filled))
        .and(Tone.FAINT, place.ordered() ? "  in order per key" : "  in any order");
  }

  private static Line act(Scenario.Entry act) {
    return switch (act.state()) {
      case WAITING -> Line.of(Tone.FAINT, "  · " + act.title());
      case PLAYING -> Line.of(Tone.ACCENT, "  ▶ ").and(Tone.STRONG, act.title());
      case DONE -> Line.of(Tone.GOOD, "  ✓ ").and(act.title());
      case FAILED -> Line.of(Tone.BAD, "  ✗ ").and(act.title());
    };
  }

  static String sparkline(List<Integer> values) {
    int most = values.stream().mapToInt(Integer::intValue).max().orElse(0);
    StringBuilder line = new StringBuilder();
    for (int value : values.subList(Math.max(0, values.size() - 24), values.size())) {
      line.append(value == 0 ? ' ' : LEVELS.charAt((LEVELS.length() - 1) * value / most));
    }
    return line.toString();
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
