package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The course of every benchmark: everybody warms up, then they run in turn, then the report. */
record Bench(Benchmark benchmark, PrintStream out, PrintStream err) {

  int run(Request request) throws IOException, SQLException {
    Report report = measure(request);
    out.print(
        request.json()
            ? JSON.std.asString(report.toMap()) + System.lineSeparator()
            : report.text());
    report.faults().forEach(fault -> err.println("FAILED " + fault));
    return report.exitCode();
  }

  private Report measure(Request request) throws IOException, SQLException {
    try (Stage stage = benchmark.stage().open(err::println)) {
      warmUp(stage, request);
      List<Run> runs = new ArrayList<>();
      for (int round = 1; round <= request.runs(); round++) {
        for (Contender contender : request.contenders()) {
          Run run = run(stage, contender, request.events());
          tell("run %d of %d".formatted(round, request.runs()), run);
          runs.add(run);
        }
      }
      List<Summary> summaries =
          request.contenders().stream().map(contender -> Summary.of(contender, runs)).toList();
      Map<String, String> postgres = stage.database().settings();
      return new Report(benchmark, request, Files.size(SluiceJar.find()), postgres, summaries);
    }
  }

  private void warmUp(Stage stage, Request request) throws SQLException {
    int events = Math.min(benchmark.warmUp().mostEvents(), request.events());
    Map<Contender.Function, Contender> first = new LinkedHashMap<>();
    request.contenders().forEach(contender -> first.putIfAbsent(contender.function(), contender));
    for (Contender contender : first.values()) {
      for (int i = 0; i < benchmark.warmUp().runs(); i++) {
        tell("warm-up", run(stage, contender, events));
      }
    }
  }

  /** A run that fails does not end the others. */
  private static Run run(Stage stage, Contender contender, int events) throws SQLException {
    try {
      return stage.run(contender, contender.backlog().share(events));
    } catch (IllegalStateException e) {
      return Run.failed(contender, e);
    }
  }

  private void tell(String occasion, Run run) {
    err.printf("%s: %-20s %s%n", occasion, run.contender().name(), run);
  }
}
