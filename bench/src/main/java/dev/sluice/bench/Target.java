package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A number that Sluice aims at; not a number if whoever it takes did not take part. */
record Target(String name, double value, double bound, boolean atLeast) {

  /** Of a line, for the name and the value. */
  private static final int WIDTH = 45;

  static Target atLeast(double bound, String name, double value) {
    return new Target(name, value, bound, true);
  }

  static Target atMost(double bound, String name, double value) {
    return new Target(name, value, bound, false);
  }

  boolean known() {
    return !Double.isNaN(value);
  }

  boolean holds() {
    return atLeast ? value >= bound : value <= bound;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", name);
    map.put("value", Measure.round(value, 3));
    map.put(atLeast ? "atLeast" : "atMost", bound);
    map.put("holds", holds());
    return map;
  }

  String line() {
    String number = String.format(Locale.ROOT, "%,.2f", value);
    return String.format(
        Locale.ROOT,
        "%s  %-" + (WIDTH - number.length()) + "s%s, aim %s %,.1f%n",
        holds() ? "holds " : "missed",
        name,
        number,
        atLeast ? "at least" : "at most",
        bound);
  }
}
