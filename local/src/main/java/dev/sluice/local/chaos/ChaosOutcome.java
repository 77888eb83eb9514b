package dev.sluice.local.chaos;

import dev.sluice.local.chaos.ShardWatch.Wait;
import dev.sluice.local.orders.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a run ended.
 *
 * @param redriven events that were dead at the end for crashes that they had no part in
 * @param failures what else should not have happened
 */
record ChaosOutcome(
    ChaosOptions options,
    Ledger ledger,
    InFlight inFlight,
    Map<Fault, Integer> faults,
    List<Wait> waits,
    long redriven,
    long seconds,
    List<String> failures) {

  private static final double GRACE_SECONDS = 1;

  private List<Wait> undisturbed() {
    return waits.stream().filter(wait -> !wait.disturbed()).toList();
  }

  private static double longest(List<Wait> waits) {
    return waits.stream().mapToDouble(Wait::seconds).max().orElse(0);
  }

  private double leaseSeconds() {
    return options.lease().toMillis() / 1e3;
  }

  /** A process that needs longer than the lease to reach the database cannot take what is free. */
  List<Wait> tooLong() {
    return undisturbed().stream()
        .filter(
            wait ->
                wait.seconds() > Math.max(leaseSeconds(), wait.reachedSeconds()) + GRACE_SECONDS)
        .toList();
  }

  int kills() {
    return faults.entrySet().stream()
        .filter(entry -> entry.getKey().kills())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  boolean held() {
    return broken().isEmpty() && tooLong().isEmpty();
  }

  /** The promises that did not hold, but for how long shards waited. */
  List<String> broken() {
    List<String> broken = new ArrayList<>(failures);
    if (!ledger.held()) {
      broken.add("the ledger does not balance: " + ledger);
    }
    if (inFlight.unexplained() > 0) {
      broken.add(inFlight.unexplained() + " duplicates of events that were not in flight");
    }
    if (ledger.duplicates() > inFlight.bound()) {
      broken.add(
          "%,d duplicates, and only %,d events were in flight"
              .formatted(ledger.duplicates(), inFlight.bound()));
    }
    if (inFlight.settledAgain() > 0) {
      broken.add(inFlight.settledAgain() + " events are in the relay's ledger more than once");
    }
    if (kills() < options.kills()) {
      broken.add("%d kills of %d".formatted(kills(), options.kills()));
    }
    return broken;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("held", held());
    map.put("kills", kills());
    map.put("appended", ledger.appended());
    map.put("delivered", ledger.delivered());
    map.put("lost", ledger.lost());
    map.put("reordered", ledger.reordered());
    map.put("ghosts", ledger.ghosts());
    map.put("pending", ledger.pending());
    map.put("dead", ledger.dead());
    map.put("duplicates", ledger.duplicates());
    map.put("duplicatesAtMost", inFlight.bound());
    map.put("duplicatesOfEventsNotInFlight", inFlight.unexplained());
    map.put("mostInFlightAtOnce", inFlight.most());
    map.put("sentAndPutAside", inFlight.givenUp());
    map.put("settledAgain", inFlight.settledAgain());
    map.put("shardsWaitedSeconds", waitedSeconds());
    map.put("disturbances", counts());
    map.put("rolledBack", ledger.rolledBack());
    map.put("redrivenAtTheEnd", redriven);
    map.put("leaseSeconds", leaseSeconds());
    map.put("lanes", options.lanes());
    map.put("seed", options.seed());
    map.put("seconds", seconds);
    map.put("broken", broken());
    return map;
  }

  private Map<String, Object> waitedSeconds() {
    List<Double> sorted = undisturbed().stream().map(Wait::seconds).sorted().toList();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", sorted.size());
    map.put("median", sorted.isEmpty() ? 0 : rounded(sorted.get(sorted.size() / 2)));
    map.put("longest", rounded(longest(undisturbed())));
    map.put("tooLong", tooLong().size());
    List<Wait> disturbed = waits.stream().filter(Wait::disturbed).toList();
    map.put("besideOtherFaults", disturbed.size());
    map.put("longestBesideOtherFaults", rounded(longest(disturbed)));
    return map;
  }

  private static double rounded(double seconds) {
    return Math.round(seconds * 100) / 100.0;
  }

  private Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    faults.forEach((fault, count) -> counts.put(fault.text(), count));
    return counts;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    counts().forEach((text, count) -> lines.add("  %,8d  %s".formatted(count, text)));
    lines.add("");
    lines.add(
        "  appended %,d = delivered %,d + dead %,d + pending %,d + lost %,d"
            .formatted(
                ledger.appended(),
                ledger.delivered(),
                ledger.dead(),
                ledger.pending(),
                ledger.lost()));
    lines.add(
        "  %,d kills: lost %,d, reordered %,d, rolled back %,d, of which arrived %,d"
            .formatted(
                kills(), ledger.lost(), ledger.reordered(), ledger.rolledBack(), ledger.ghosts()));
    lines.add(
        "  duplicates %,d, of %,d that were in flight at a disturbance; of others %,d"
            .formatted(ledger.duplicates(), inFlight.bound(), inFlight.unexplained()));
    lines.add(
        "  shards of a dead relay waited for their next owner, in seconds: " + waitedSeconds());
    tooLong().forEach(wait -> lines.add("  too long: " + wait));
    lines.add(held() ? "  held" : "  NOT HELD: " + String.join("; ", broken()));
    return lines;
  }
}
