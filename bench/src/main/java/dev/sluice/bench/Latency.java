package dev.sluice.bench;

import static dev.sluice.bench.Measure.HAND_OVER_MILLIS;
import static dev.sluice.bench.Measure.P50_MILLIS;
import static dev.sluice.bench.Measure.P99_MILLIS;

import dev.sluice.bench.Benchmark.WarmUp;
import dev.sluice.bench.Contender.Backlog;
import dev.sluice.bench.Contender.Function;
import java.util.List;
import java.util.Map;

/** How long an event takes from its commit to a consumer, while invocations follow each other. */
final class Latency {

  /** Events a second. */
  static final int RATE = 600;

  private static final Contender LOOP =
      new Contender(
          "loop",
          "the relay in LOOP mode, invoked once a minute, with one lane",
          Function.relay(Destination.KAFKA).with("SLUICE_MODE", "LOOP"),
          Backlog.NONE,
          Ledger.DELIVERED);

  private static final Table TIMES =
      new Table(
          "milliseconds from\ncommit to consumer",
          List.of(
              Column.median("p50", 7, 1, P50_MILLIS),
              Column.median("p90", 7, 1, Measure.P90_MILLIS),
              Column.median("p99", 7, 1, P99_MILLIS),
              Column.median("p99.9", 7, 1, Measure.P999_MILLIS),
              Column.median("slowest", 8, 0, Measure.SLOWEST_MILLIS),
              Column.median("at a\nhand-over", 10, 0, HAND_OVER_MILLIS),
              Column.median("p50 of the\nworst second", 13, 1, Measure.WORST_SECOND_MILLIS)));

  private static final Table SHARES =
      new Table(
          "percent of events\nwithin ms",
          Measure.WITHIN.stream()
              .map(it -> Column.median(String.valueOf(it.millis()), 7, 2, it))
              .toList());

  static final Benchmark BENCHMARK =
      new Benchmark(
          "latency",
          """
          How long an event takes from the answer to its commit until a consumer has it, at %d
          events a second, each in a transaction of its own. The schedule invokes the relay once a
          minute, and each invocation hands over to the next: --events 360000 takes ten minutes.
          """
              .formatted(RATE),
          "contender",
          new Request(360_000, 1, List.of(LOOP), false),
          new WarmUp(1, 20 * RATE),
          LatencyStage::open,
          List.of(TIMES, SHARES),
          Latency::targets,
          Map.of("eventsPerSecond", RATE));

  private Latency() {}

  private static List<Target> targets(Report report) {
    return List.of(
        Target.atMost(20, "ms, the median", report.median(P50_MILLIS, "loop")),
        Target.atMost(100, "ms, 99 of 100", report.median(P99_MILLIS, "loop")),
        Target.atMost(
            300, "ms, the slowest at a hand-over", report.median(HAND_OVER_MILLIS, "loop")));
  }
}
