package dev.sluice.bench;

import java.util.List;

/** One contender's drain of a full table, measured and verified. */
record Run(
    Contender contender,
    long events,
    Drained drained,
    LogUse log,
    ProcessorUse processor,
    List<String> faults) {

  Run {
    faults = List.copyOf(faults);
  }

  static Run failed(Contender contender, long events, RuntimeException reason) {
    return new Run(
        contender,
        events,
        Drained.NOTHING,
        LogUse.NONE,
        ProcessorUse.UNKNOWN,
        List.of(String.valueOf(reason.getMessage())));
  }

  boolean complete() {
    return faults.isEmpty();
  }

  double seconds() {
    return drained.duration().toNanos() / 1e9;
  }

  /** Zero if an event was lost or came twice: such a run has no rate. */
  double eventsPerSecond() {
    return complete() ? events / seconds() : 0;
  }

  double logBytesPerEvent() {
    return (double) log.bytes() / events;
  }

  double pageImageBytesPerEvent() {
    return (double) log.pageImageBytes() / events;
  }
}
