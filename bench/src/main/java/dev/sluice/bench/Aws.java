package dev.sluice.bench;

import static dev.sluice.bench.Measure.ENTRIES_PER_CALL;
import static dev.sluice.bench.Measure.EVENTS_PER_SECOND;

import dev.sluice.bench.Benchmark.WarmUp;
import dev.sluice.bench.Contender.Backlog;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** How fast a full outbox is drained to AWS, beside the same relay with one call at a time. */
final class Aws {

  private static final Duration ANSWER = Duration.ofMillis(15);
  private static final Set<Destination> DESTINATIONS =
      EnumSet.range(Destination.SNS, Destination.EVENTBRIDGE);

  private static final List<Contender> CONTENDERS =
      DESTINATIONS.stream().flatMap(it -> Stream.of(manyCalls(it), oneCall(it))).toList();

  private static final Table RATES =
      new Table(
          "events a second\n",
          List.of(
              Column.of("events\na run", 8, 0, Measure.EVENTS, Spread::max),
              Column.median("median", 9, 0, EVENTS_PER_SECOND),
              Column.least(EVENTS_PER_SECOND),
              Column.most(EVENTS_PER_SECOND),
              new Column("times one\ncall", 9, 2, Aws::timesOneCall, "timesOneCall"),
              Column.median("entries\na call", 9, 2, ENTRIES_PER_CALL),
              Column.of("most calls\nin flight", 9, 0, Measure.MOST_CALLS_IN_FLIGHT, Spread::max)));

  /** The compiler goes on making the SDK faster for so long; a function in LOOP lives longer. */
  private static final WarmUp WARM_UP = new WarmUp(3, Integer.MAX_VALUE);

  static final Benchmark BENCHMARK =
      new Benchmark(
          "aws",
          """
          How fast one lane empties a full outbox to a destination on AWS that answers after 15 ms,
          beside one call at a time, which gets a fiftieth of the events. The stand-in counts
          entries and checks the order per key.
          """,
          "destination",
          new Request(300_000, 3, CONTENDERS, false),
          WARM_UP,
          progress -> DrainStage.open(progress, () -> StandIn.start(ANSWER)),
          List.of(RATES, Table.processor("stand-in", 9)),
          report -> DESTINATIONS.stream().flatMap(it -> targets(report, it)).toList(),
          Map.of("answerMillis", ANSWER.toMillis()));

  private Aws() {}

  static Contender manyCalls(Destination destination) {
    return Contender.relay(destination, "the relay as it is configured by default");
  }

  /** One call after the other takes so much longer that it gets so many fewer events. */
  static Contender oneCall(Destination destination) {
    Contender many = manyCalls(destination);
    return new Contender(
        many.group(),
        many.group() + "-one-call",
        "the same with " + destination.callsSetting() + "=1",
        many.function().with(destination.callsSetting(), "1"),
        new Backlog(many.backlog().table(), 50, false),
        Ledger.DELIVERED);
  }

  private static double timesOneCall(Report report, Summary summary) {
    String oneCall = oneCall(summary.contender().function().destination()).name();
    return report.ratio(EVENTS_PER_SECOND, summary.name(), oneCall);
  }

  private static Stream<Target> targets(Report report, Destination destination) {
    String name = destination.label();
    double rate = report.median(EVENTS_PER_SECOND, name);
    double entries = report.median(ENTRIES_PER_CALL, name);
    return Stream.of(
        Target.atLeast(destination.fifo() ? 10_000 : 20_000, "events a second, " + name, rate),
        Target.atLeast(9.9, "entries a call, " + name, entries));
  }
}
