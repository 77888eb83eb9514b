package dev.sluice.bench;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One benchmark: its contenders, its columns and the targets of Sluice.
 *
 * @param about for the person who asks what it does
 * @param choice what a contender's group is called, and the option that chooses one
 * @param defaults without options; a benchmark of one event has no option --events
 * @param conditions beside those of all benchmarks
 */
record Benchmark(
    String name,
    String about,
    String choice,
    Request defaults,
    WarmUp warmUp,
    Opening stage,
    List<Table> tables,
    Function<Report, List<Target>> targets,
    Map<String, Object> conditions) {

  /** Runs of each function that do not count, so that its code is compiled when it counts. */
  record WarmUp(int runs, int mostEvents) {}

  /** A stage takes a while to open. */
  interface Opening {
    Stage open(Consumer<String> progress) throws SQLException;
  }
}
