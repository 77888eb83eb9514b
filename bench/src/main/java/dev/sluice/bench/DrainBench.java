package dev.sluice.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lets contenders drain, one after the other, each in its own process that stays warm. */
final class DrainBench implements AutoCloseable {

  private final Stage stage;
  private final ProcessorClock clock;
  private final Map<Contender.Function, WarmFunction> functions = new HashMap<>();

  DrainBench(Stage stage) throws SQLException {
    this.stage = stage;
    this.clock = ProcessorClock.of(stage.database().superuser(), ProcessHandle.current().pid());
  }

  /** A run that fails does not end the others. */
  Run run(Contender contender, long events) throws SQLException {
    try {
      return run(contender, events, contender.expected(events));
    } catch (IllegalStateException e) {
      return Run.failed(contender, events, e);
    }
  }

  Run run(Contender contender, long events, Ledger expected) throws SQLException {
    stage.empty();
    if (contender.holdsXmin()) {
      try (PinnedXmin _ = stage.pinXmin()) {
        return fillAndDrain(contender, events, expected);
      }
    }
    return fillAndDrain(contender, events, expected);
  }

  private Run fillAndDrain(Contender contender, long events, Ledger expected) throws SQLException {
    stage.fill(contender, events);
    WarmFunction function = function(contender);
    Ledger ledger = stage.ledger();
    String logStart = stage.database().logEnd();
    var processor = clock.read(function.pid());
    Drained drained = function.drain(events);
    var use = clock.read(function.pid()).since(processor);
    LogUse log = stage.database().logBetween(logStart, stage.database().logEnd());
    List<String> faults = new ArrayList<>(stage.ledger().since(ledger).faults(expected));
    if (drained.published() != events) {
      faults.add(drained.published() + " events reported instead of " + events);
    }
    return new Run(contender, events, drained, log, use, faults);
  }

  private WarmFunction function(Contender contender) {
    return functions.computeIfAbsent(
        contender.function(),
        function -> new WarmFunction(function.handler(), stage.environment(function.settings())));
  }

  @Override
  public void close() {
    functions.values().forEach(WarmFunction::close);
  }
}
