package dev.sluice.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lets the relay drain to the stand-in, in a process for each contender that stays warm. */
final class AwsBench implements AutoCloseable {

  private final AwsStage stage;
  private final ProcessorClock clock;
  private final Map<AwsContender, WarmFunction> functions = new HashMap<>();

  AwsBench(AwsStage stage) throws SQLException {
    this.stage = stage;
    this.clock = ProcessorClock.of(stage.database().superuser(), stage.standIn().pid());
  }

  /** A run that fails does not end the others. */
  AwsRun run(AwsContender contender, long events) throws SQLException {
    try {
      return run(contender, events, contender.expected(events));
    } catch (IllegalStateException e) {
      return new AwsRun(Run.failed(contender, events, e), CallCounts.NONE);
    }
  }

  AwsRun run(AwsContender contender, long events, Ledger expected) throws SQLException {
    stage.fill(contender, events);
    WarmFunction function = function(contender);
    String logStart = stage.database().logEnd();
    var processor = clock.read(function.pid());
    Drained drained = function.drain(events);
    var use = clock.read(function.pid()).since(processor);
    LogUse log = stage.database().logBetween(logStart, stage.database().logEnd());
    CallCounts counts = stage.standIn().counts();
    List<String> faults = new ArrayList<>(stage.ledger(counts).faults(expected));
    faults.addAll(counts.faults());
    if (drained.published() != events) {
      faults.add(drained.published() + " events reported instead of " + events);
    }
    return new AwsRun(new Run(contender, events, drained, log, use, faults), counts);
  }

  private WarmFunction function(AwsContender contender) {
    return functions.computeIfAbsent(
        contender,
        it -> {
          Contender.Function function = it.function();
          return new WarmFunction(function.handler(), stage.environment(function.settings()));
        });
  }

  @Override
  public void close() {
    functions.values().forEach(WarmFunction::close);
  }
}
