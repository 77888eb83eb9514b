package dev.sluice.bench;

import java.util.List;
import java.util.stream.Stream;

/** All runs of one contender. */
record Summary(Contender contender, List<Run> runs) {

  Summary {
    runs = List.copyOf(runs);
  }

  static Summary of(Contender contender, List<Run> runs) {
    return new Summary(
        contender, runs.stream().filter(run -> run.contender().equals(contender)).toList());
  }

  String name() {
    return contender.name();
  }

  Spread spread(Measure measure) {
    return Spread.of(runs.stream().mapToDouble(run -> run.figure(measure)));
  }

  double median(Measure measure) {
    return spread(measure).median();
  }

  /** Of all our processes' processor time, in millionths of a second. */
  double microsecondsPerEvent() {
    double seconds = Measure.OWN_PROCESSOR.stream().mapToDouble(this::median).sum();
    return seconds * 1e6 / spread(Measure.EVENTS).max();
  }

  Stream<Measure> measured() {
    return runs.stream().flatMap(run -> run.figures().keySet().stream());
  }

  Stream<String> faults() {
    return runs.stream().flatMap(run -> run.faults().stream()).map(fault -> name() + ": " + fault);
  }
}
