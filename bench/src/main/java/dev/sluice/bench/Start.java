package dev.sluice.bench;

import static dev.sluice.bench.Measure.FIRST_EVENT_MILLIS;

import dev.sluice.bench.Benchmark.WarmUp;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How long a new process takes until its first event has arrived, by destination. */
final class Start {

  private static final List<Contender> CONTENDERS =
      Stream.of(Destination.KAFKA, Destination.SNS, Destination.SQS, Destination.EVENTBRIDGE)
          .map(it -> Contender.relay(it, "a new process of the relay, which publishes there"))
          .toList();

  private static final Table TABLE =
      new Table(
          "milliseconds",
          List.of(
              Column.median("to first event", 14, 0, FIRST_EVENT_MILLIS),
              Column.least(FIRST_EVENT_MILLIS),
              Column.most(FIRST_EVENT_MILLIS),
              Column.median("of them init", 14, 0, Measure.INIT_MILLIS),
              Column.median("processors", 14, 0, Measure.PROCESSOR_MILLIS),
              Column.median("classes", 10, 0, Measure.CLASSES_LOADED)));

  static final Benchmark BENCHMARK =
      new Benchmark(
          "start",
          """
          How long a new function takes from the start of its process until its first event has
          arrived, without a snapshot; how large its jar is, and how many classes it loads.
          """,
          "destination",
          new Request(1, 11, CONTENDERS, false),
          new WarmUp(1, 1),
          StartStage::open,
          List.of(TABLE),
          _ -> List.of(),
          Map.of());

  private Start() {}
}
