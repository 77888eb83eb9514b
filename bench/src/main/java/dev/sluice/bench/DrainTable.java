package dev.sluice.bench;

import java.util.Formatter;
import java.util.Locale;
import java.util.TreeMap;

/** The report for people. */
final class DrainTable {

  private static final String RATES = "%-20s %9s %9s %9s %10s %11s %9s %8s%n";
  private static final String PROCESSOR = "%-20s %8s %9s %7s %9s %9s %9s %8s %9s%n";

  private final DrainReport report;
  private final StringBuilder text = new StringBuilder();
  private final Formatter lines = new Formatter(text, Locale.ROOT);

  DrainTable(DrainReport report) {
    this.report = report;
  }

  String text() {
    DrainRequest request = report.request();
    lines.format("%,d events in each run, %d runs of each%n%n", request.events(), request.runs());
    rates();
    processor();
    targets();
    conditions();
    report.faults().forEach(fault -> lines.format("FAILED  %s%n", fault));
    return text.toString();
  }

  private void rates() {
    lines.format(
        RATES,
        "events a second",
        "median",
        "least",
        "most",
        "WAL bytes",
        "of them",
        "of raw-",
        "of row-");
    lines.format(RATES, "", "", "", "", "an event", "page images", "producer", "claim");
    for (Summary summary : report.summaries()) {
      Spread rate = summary.eventsPerSecond();
      lines.format(
          RATES,
          summary.name(),
          whole(rate.median()),
          whole(rate.min()),
          whole(rate.max()),
          whole(summary.logBytesPerEvent()),
          whole(summary.pageImageBytesPerEvent()),
          ratio(summary, "raw-producer"),
          ratio(summary, "row-claim"));
    }
  }

  private String ratio(Summary summary, String whole) {
    double ratio =
        Target.ratio(
            report.summaries(), summary.name(), whole, it -> it.eventsPerSecond().median());
    return Double.isNaN(ratio) ? "" : decimal(ratio);
  }

  private void processor() {
    lines.format(
        "%n" + PROCESSOR,
        "CPU seconds a run",
        "elapsed",
        "function",
        "broker",
        "reading",
        "writing",
        "other",
        "rest of",
        "us an");
    lines.format(
        PROCESSOR, "(medians)", "", "", "", "backend", "backend", "postgres", "machine", "event");
    for (Summary summary : report.summaries()) {
      ProcessorUse use = summary.processor();
      lines.format(
          PROCESSOR,
          summary.name(),
          decimal(summary.seconds()),
          decimal(use.function()),
          decimal(use.broker()),
          decimal(use.reading()),
          decimal(use.writing()),
          decimal(use.otherPostgres()),
          decimal(use.restOfMachine()),
          decimal(use.own() * 1e6 / report.request().events()));
    }
  }

  private void targets() {
    lines.format("%n");
    for (Target target : report.targets()) {
      lines.format(
          "%s  %-38s %6.2f, aim %s %s%n",
          target.holds() ? "holds " : "missed",
          target.name(),
          target.value(),
          target.atLeast() ? "at least" : "at most",
          target.bound());
    }
  }

  private void conditions() {
    lines.format(
        "%n%d processors; functions with %d MB; one broker, 6 partitions; PostgreSQL:%n",
        Runtime.getRuntime().availableProcessors(), WarmFunction.MEMORY_MEGABYTES);
    new TreeMap<>(report.postgres())
        .forEach((name, value) -> lines.format("  %-20s %s%n", name, value));
  }

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
