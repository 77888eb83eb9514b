package dev.sluice.bench;

import java.util.List;
import java.util.stream.Stream;

/** What one lane is to reach at the stand-in. */
final class AwsTarget {

  private static final double ENTRIES_PER_CALL = 9.9;

  private AwsTarget() {}

  static List<Target> of(List<AwsSummary> summaries) {
    return summaries.stream()
        .filter(summary -> !summary.contender().oneAtATime())
        .flatMap(AwsTarget::of)
        .toList();
  }

  private static Stream<Target> of(AwsSummary summary) {
    AwsDestination destination = summary.contender().destination();
    double rate = summary.rates().eventsPerSecond().median();
    double entries = summary.entriesPerCall().median();
    String name = destination.label();
    return Stream.of(
        new Target("events a second, " + name, rate, destination.aim(), true),
        new Target("entries a call, " + name, entries, ENTRIES_PER_CALL, true));
  }
}
