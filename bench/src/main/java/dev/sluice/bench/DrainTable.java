package dev.sluice.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The report for people. */
record DrainTable(DrainReport report) {

  private static final String RATES = "%-20s %9s %9s %9s %10s %11s %9s %8s%n";
  private static final String PROCESSOR = "%-20s %8s %9s %7s %9s %9s %9s %8s %9s%n";

  String text() {
    StringBuilder text = new StringBuilder();
    DrainRequest request = report.request();
    append(text, "%,d events in each run, %d runs of each%n%n", request.events(), request.runs());
    rates(text);
    processor(text);
    targets(text);
    conditions(text);
    report.faults().forEach(fault -> append(text, "FAILED  %s%n", fault));
    return text.toString();
  }

  private void rates(StringBuilder text) {
    append(
        text,
        RATES,
        "events a second",
        "median",
        "least",
        "most",
        "WAL bytes",
        "of them",
        "of raw-",
        "of row-");
    append(text, RATES, "", "", "", "", "an event", "page images", "producer", "claim");
    for (Summary summary : report.summaries()) {
      Spread rate = summary.eventsPerSecond();
      append(
          text,
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

  private void processor(StringBuilder text) {
    append(text, "%n");
    append(
        text,
        PROCESSOR,
        "CPU seconds a run",
        "elapsed",
        "function",
        "broker",
        "reading",
        "writing",
        "other",
        "rest of",
        "us an");
    append(
        text,
        PROCESSOR,
        "(medians)",
        "",
        "",
        "",
        "backend",
        "backend",
        "postgres",
        "machine",
        "event");
    for (Summary summary : report.summaries()) {
      ProcessorUse use = summary.processor();
      append(
          text,
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

  private void targets(StringBuilder text) {
    append(text, "%n");
    for (Target target : report.targets()) {
      append(
          text,
          "%s  %-38s %6.2f, %s %s%n",
          target.holds() ? "holds " : "missed",
          target.name(),
          target.value(),
          target.atLeast() ? "aim at least" : "aim at most",
          target.bound());
    }
  }

  private void conditions(StringBuilder text) {
    append(
        text,
        "%n%d processors; functions with %d MB; one broker, 6 partitions; PostgreSQL:%n",
        Runtime.getRuntime().availableProcessors(),
        WarmFunction.MEMORY_MEGABYTES);
    for (Map.Entry<String, String> setting : new TreeMap<>(report.postgres()).entrySet()) {
      append(text, "  %-20s %s%n", setting.getKey(), setting.getValue());
    }
  }

  private static void append(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
