package dev.sluice.local.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** A line now and then, without colour: for logs, pipes and terminals that know no more. */
final class PlainView implements View {

  private static final int SECONDS_BETWEEN = 2;

  private final PrintStream out;
  private long next;

  PlainView(PrintStream out) {
    this.out = out;
  }

  @Override
  public synchronized void show(Snapshot now) {
    if (now.seconds() >= next) {
      next = now.seconds() + SECONDS_BETWEEN;
      out.println(line(now));
    }
  }

  static String line(Snapshot now) {
    String places =
        now.places().stream()
            .map(place -> place.label() + " " + Screen.number(place.delivered()))
            .collect(Collectors.joining(", "));
    return "%3d s  appended %s  delivered %s (%s)  pending %s  retries %s  dead %d  %s events/s  p50 %s ms  p99 %s ms"
        .formatted(
            now.seconds(),
            Screen.number(now.appended()),
            Screen.number(now.delivered()),
            places,
            Screen.number(now.outbox().owed()),
            Screen.number(now.outbox().retries()),
            now.outbox().dead(),
            Screen.number(now.eventsPerSecond()),
            Screen.number(Math.round(now.latency().p50())),
            Screen.number(Math.round(now.latency().p99())));
  }

  @Override
  public synchronized void say(String line) {
    out.println(line);
  }

  @Override
  public synchronized void tell(List<Line> lines) {
    lines.forEach(line -> out.println(line.text()));
  }

  @Override
  public void close() {}
}
