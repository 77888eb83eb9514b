package dev.sluice.local.demo;

import dev.sluice.local.orders.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param failure which act did not go as it should, and why
 */
record Outcome(
    Ledger ledger,
    Snapshot last,
    Latencies.Percentiles calm,
    long retried,
    int relayProcesses,
    int relayInvocations,
    Optional<String> failure) {

  boolean held() {
    return ledger.held() && failure.isEmpty();
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("held", held());
    map.put("appended", ledger.appended());
    map.put("delivered", ledger.delivered());
    map.put("lost", ledger.lost());
    map.put("reordered", ledger.reordered());
    map.put("duplicates", ledger.duplicates());
    map.put("dead", ledger.dead());
    map.put("pending", ledger.pending());
    map.put("rolledBack", ledger.rolledBack());
    map.put("ghosts", ledger.ghosts());
    map.put("retried", retried);
    map.put("seconds", last.seconds());
    if (calm.p50() > 0) {
      map.put("latencyMillis", Map.of("p50", calm.p50(), "p99", calm.p99()));
    }
    map.put("relayProcesses", relayProcesses);
    map.put("relayInvocations", relayInvocations);
    map.put("destinations", destinations());
    map.put("acts", acts());
    failure.ifPresent(reason -> map.put("failure", reason));
    return map;
  }

  private Map<String, Integer> destinations() {
    Map<String, Integer> delivered = new LinkedHashMap<>();
    last.places().forEach(place -> delivered.put(place.label(), place.delivered()));
    return delivered;
  }

  private Map<String, String> acts() {
    Map<String, String> remarks = new LinkedHashMap<>();
    last.acts().forEach(act -> remarks.put(act.title(), act.remark()));
    return remarks;
  }

  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.EMPTY);
    lines.add(
        Line.of(Line.Tone.STRONG, "  appended %s".formatted(Screen.number(ledger.appended())))
            .and(" = delivered %s".formatted(Screen.number(ledger.delivered())))
            .and(" + dead %s".formatted(Screen.number(ledger.dead())))
            .and(ledger.pending() == 0 ? "" : " + pending " + Screen.number(ledger.pending()))
            .and(ledger.lost() == 0 ? "" : " + lost " + Screen.number(ledger.lost())));
    lines.add(
        count("lost", ledger.lost(), true)
            .and(count("reordered", ledger.reordered(), true))
            .and(count("duplicates", ledger.duplicates(), false))
            .and(
                "   rolled back %s, of which arrived "
                    .formatted(Screen.number(ledger.rolledBack())))
            .and(
                ledger.ghosts() == 0 ? Line.Tone.GOOD : Line.Tone.BAD,
                Integer.toString(ledger.ghosts())));
    if (calm.p50() > 0) {
      lines.add(
          Line.of(
              Line.Tone.FAINT,
              "  commit to arrival under normal load: p50 %.0f ms, p99 %.0f ms"
                  .formatted(calm.p50(), calm.p99())));
    }
    lines.add(verdict());
    return lines;
  }

  private static Line count(String name, int value, boolean fault) {
    Line.Tone tone = value == 0 ? Line.Tone.GOOD : fault ? Line.Tone.BAD : Line.Tone.WAITS;
    return Line.of(Line.Tone.PLAIN, "  " + name + " ").and(tone, Screen.number(value));
  }

  private Line verdict() {
    if (held()) {
      return Line.of(Line.Tone.GOOD, "  ✓ held");
    }
    String reason =
        failure.orElse(
            ledger.pending() > 0
                ? "time ran out with events still pending"
                : "what was promised did not hold");
    return Line.of(Line.Tone.BAD, "  ✗ " + reason);
  }
}
