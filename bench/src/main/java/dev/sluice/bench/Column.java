package dev.sluice.bench;

import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * A number of each contender.
 *
 * @param heading in one line or two
 * @param number NaN where there is none, which leaves the place blank
 * @param key in the JSON report; empty if the measure is there already
 */
record Column(
    String heading,
    int width,
    int decimals,
    ToDoubleBiFunction<Report, Summary> number,
    String key) {

  static Column of(
      String heading, int width, int decimals, Measure measure, ToDoubleFunction<Spread> part) {
    ToDoubleBiFunction<Report, Summary> number =
        (_, summary) -> part.applyAsDouble(summary.spread(measure));
    return new Column(heading, width, decimals, number, "");
  }

  static Column median(String heading, int width, int decimals, Measure measure) {
    return of(heading, width, decimals, measure, Spread::median);
  }

  static Column least(Measure measure) {
    return of("least", 9, 0, measure, Spread::min);
  }

  static Column most(Measure measure) {
    return of("most", 9, 0, measure, Spread::max);
  }

  /** How many times as many events a second as another contender. */
  static Column times(String heading, int width, String other) {
    ToDoubleBiFunction<Report, Summary> number =
        (report, summary) -> report.ratio(Measure.EVENTS_PER_SECOND, summary.name(), other);
    return new Column(heading, width, 2, number, "");
  }

  String heading(int line) {
    String[] lines = heading.split("\n", -1);
    return padded(line < lines.length ? lines[line] : "");
  }

  String cell(Report report, Summary summary) {
    double value = number.applyAsDouble(report, summary);
    return padded(
        Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%,." + decimals + "f", value));
  }

  private String padded(String text) {
    return String.format(Locale.ROOT, " %" + width + "s", text);
  }
}
