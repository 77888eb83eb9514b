package dev.sluice.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** All runs of one contender. */
record Summary(Contender contender, List<Run> runs) {

  Summary {
    runs = List.copyOf(runs);
  }

  String name() {
    return contender.name();
  }

  Spread eventsPerSecond() {
    return spread(Run::eventsPerSecond);
  }

  double logBytesPerEvent() {
    return spread(Run::logBytesPerEvent).median();
  }

  double pageImageBytesPerEvent() {
    return spread(Run::pageImageBytesPerEvent).median();
  }

  double seconds() {
    return spread(Run::seconds).median();
  }

  double reportedMillis() {
    return spread(run -> run.drained().reportedMillis()).median();
  }

  ProcessorUse processor() {
    return ProcessorUse.median(runs.stream().map(Run::processor).toList());
  }

  private Spread spread(ToDoubleFunction<Run> part) {
    return Spread.of(runs.stream().mapToDouble(part));
  }
}
