package dev.sluice.bench;

import java.util.Formatter;
import java.util.Locale;

/** The report for people. */
final class AwsTable {

  private static final String RATES = "%-20s %8s %9s %9s %9s %9s %9s %9s%n";
  private static final String PROCESSOR = "%-20s %8s %9s %9s %9s %9s %9s %8s %9s%n";

  private final AwsReport report;
  private final StringBuilder text = new StringBuilder();
  private final Formatter lines = new Formatter(text, Locale.ROOT);

  AwsTable(AwsReport report) {
    this.report = report;
  }

  String text() {
    lines.format(
        "%,d events in each run, fewer one call at a time; %d runs of each; answers after %d ms%n%n",
        report.request().events(), report.request().runs(), AwsStage.ANSWER.toMillis());
    rates();
    processor();
    targets();
    lines.format(
        "%n%d processors; functions with %d MB; one lane; PostgreSQL %s, fsync %s%n",
        Runtime.getRuntime().availableProcessors(),
        WarmFunction.MEMORY_MEGABYTES,
        report.postgres().get("server_version"),
        report.postgres().get("fsync"));
    report.faults().forEach(fault -> lines.format("FAILED  %s%n", fault));
    return text.toString();
  }

  private void rates() {
    lines.format(
        RATES,
        "events a second",
        "events",
        "median",
        "least",
        "most",
        "times one",
        "entries",
        "most calls");
    lines.format(RATES, "", "a run", "", "", "", "call", "a call", "in flight");
    for (AwsSummary summary : report.summaries()) {
      Spread rate = summary.rates().eventsPerSecond();
      lines.format(
          RATES,
          summary.contender().name(),
          whole((double) summary.runs().getFirst().run().events()),
          whole(rate.median()),
          whole(rate.min()),
          whole(rate.max()),
          report.timesOneCall(summary).map(AwsTable::decimal).orElse(""),
          decimal(summary.entriesPerCall().median()),
          whole(summary.mostInFlight().max()));
    }
  }

  private void processor() {
    lines.format(
        "%n" + PROCESSOR,
        "CPU seconds a run",
        "elapsed",
        "function",
        "stand-in",
        "reading",
        "writing",
        "other",
        "rest of",
        "us an");
    lines.format(
        PROCESSOR, "(medians)", "", "", "", "backend", "backend", "postgres", "machine", "event");
    for (AwsSummary summary : report.summaries()) {
      ProcessorUse use = summary.rates().processor();
      lines.format(
          PROCESSOR,
          summary.contender().name(),
          decimal(summary.rates().seconds()),
          decimal(use.function()),
          decimal(use.broker()),
          decimal(use.reading()),
          decimal(use.writing()),
          decimal(use.otherPostgres()),
          decimal(use.restOfMachine()),
          decimal(summary.microsecondsPerEvent()));
    }
  }

  private void targets() {
    lines.format("%n");
    for (Target target : report.targets()) {
      lines.format(
          "%s  %-32s %,10.2f, aim at least %,.1f%n",
          target.holds() ? "holds " : "missed", target.name(), target.value(), target.bound());
    }
  }

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
