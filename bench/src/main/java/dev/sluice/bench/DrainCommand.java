package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code ./sluice bench drain}: warms everybody up, then lets them run in turn. */
record DrainCommand(PrintStream out, PrintStream err) {

  private static final int WARM_UP = 200_000;

  int run(DrainRequest request) throws IOException, SQLException {
    DrainReport report = measure(request);
    out.print(
        request.json()
            ? JSON.std.asString(report.toMap()) + System.lineSeparator()
            : new DrainTable(report).text());
    report.faults().forEach(fault -> err.println("FAILED " + fault));
    return exitCode(report);
  }

  static int exitCode(DrainReport report) {
    return report.faults().isEmpty() ? 0 : 1;
  }

  private DrainReport measure(DrainRequest request) throws SQLException {
    try (Stage stage = Stage.open(err::println);
        DrainBench bench = new DrainBench(stage)) {
      warmUp(bench, request);
      Map<Contender, List<Run>> runs = new LinkedHashMap<>();
      for (int round = 1; round <= request.runs(); round++) {
        for (Contender contender : request.contenders()) {
          Run run = bench.run(contender, request.events());
          runs.computeIfAbsent(contender, _ -> new ArrayList<>()).add(run);
          tell("run %d of %d".formatted(round, request.runs()), run);
        }
      }
      List<Summary> summaries =
          runs.entrySet().stream()
              .map(entry -> new Summary(entry.getKey(), entry.getValue()))
              .toList();
      return new DrainReport(request, stage.database().settings(), summaries);
    }
  }

  /** Once a process, so that everybody's code is compiled when it counts. */
  private void warmUp(DrainBench bench, DrainRequest request) throws SQLException {
    Map<Contender.Function, Contender> first = new LinkedHashMap<>();
    request.contenders().forEach(contender -> first.putIfAbsent(contender.function(), contender));
    for (Contender contender : first.values()) {
      tell("warm-up", bench.run(contender, Math.min(WARM_UP, request.events())));
    }
  }

  private void tell(String occasion, Run run) {
    err.printf(
        Locale.ROOT,
        "%s: %-20s %,9.0f events/s, %6.2f s, %s%n",
        occasion,
        run.contender().name(),
        run.eventsPerSecond(),
        run.seconds(),
        run.complete() ? "all accounted for" : "FAILED " + run.faults());
  }
}
