package dev.sluice.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A ratio of two medians that Sluice aims at. */
record Target(String name, double value, double bound, boolean atLeast) {

  static List<Target> of(List<Summary> summaries) {
    ToDoubleFunction<Summary> rate = summary -> summary.eventsPerSecond().median();
    Ratios ratios = new Ratios(summaries, new ArrayList<>());
    ratios.atLeast("rate of sluice to raw-producer", "sluice", "raw-producer", rate, 0.5);
    ratios.atLeast("rate of sluice to row-claim", "sluice", "row-claim", rate, 5);
    ratios.add(
        "WAL of sluice-no-archive to row-claim",
        "sluice-no-archive",
        "row-claim",
        Summary::logBytesPerEvent,
        0.1,
        false);
    ratios.atLeast("rate with xmin held to without", "sluice-xmin-held", "sluice", rate, 0.9);
    return ratios.targets;
  }

  /** Only those whose contenders took part. */
  private record Ratios(List<Summary> summaries, List<Target> targets) {

    void atLeast(
        String name, String part, String whole, ToDoubleFunction<Summary> number, double bound) {
      add(name, part, whole, number, bound, true);
    }

    void add(
        String name,
        String part,
        String whole,
        ToDoubleFunction<Summary> number,
        double bound,
        boolean atLeast) {
      double ratio = ratio(summaries, part, whole, number);
      if (!Double.isNaN(ratio)) {
        targets.add(new Target(name, ratio, bound, atLeast));
      }
    }
  }

  /** Not a number if one of the two did not take part or has no rate. */
  static double ratio(
      List<Summary> summaries, String part, String whole, ToDoubleFunction<Summary> number) {
    return number(summaries, part, number) / number(summaries, whole, number);
  }

  private static double number(
      List<Summary> summaries, String name, ToDoubleFunction<Summary> number) {
    return summaries.stream()
        .filter(summary -> summary.name().equals(name))
        .mapToDouble(number)
        .filter(value -> value > 0)
        .findFirst()
        .orElse(Double.NaN);
  }

  boolean holds() {
    return atLeast ? value >= bound : value <= bound;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", name);
    map.put("value", Numbers.round(value, 3));
    map.put(atLeast ? "atLeast" : "atMost", bound);
    map.put("holds", holds());
    return map;
  }
}
