package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** {@code ./sluice bench aws}: warms every contender up, then lets them run in turn. */
record AwsCommand(PrintStream out, PrintStream err) {

  /** The compiler goes on making the SDK faster for so long; a function in LOOP lives longer. */
  private static final int WARM_UP_RUNS = 3;

  int run(AwsRequest request) throws IOException, SQLException {
    AwsReport report = measure(request);
    out.print(
        request.json()
            ? JSON.std.asString(report.toMap()) + System.lineSeparator()
            : new AwsTable(report).text());
    report.faults().forEach(fault -> err.println("FAILED " + fault));
    return report.faults().isEmpty() ? 0 : 1;
  }

  private AwsReport measure(AwsRequest request) throws SQLException {
    try (AwsStage stage = AwsStage.open(err::println);
        AwsBench bench = new AwsBench(stage)) {
      List<AwsContender> contenders = contenders(request, stage.standIn().endpoint());
      for (AwsContender contender : contenders) {
        for (int run = 0; run < WARM_UP_RUNS; run++) {
          tell("warm-up", bench.run(contender, contender.backlog(request.events())));
        }
      }
      Map<AwsContender, List<AwsRun>> runs = new LinkedHashMap<>();
      for (int round = 1; round <= request.runs(); round++) {
        for (AwsContender contender : contenders) {
          AwsRun run = bench.run(contender, contender.backlog(request.events()));
          runs.computeIfAbsent(contender, _ -> new ArrayList<>()).add(run);
          tell("run %d of %d".formatted(round, request.runs()), run);
        }
      }
      List<AwsSummary> summaries =
          runs.entrySet().stream().map(it -> new AwsSummary(it.getKey(), it.getValue())).toList();
      return new AwsReport(request, stage.database().settings(), summaries);
    }
  }

  private static List<AwsContender> contenders(AwsRequest request, URI endpoint) {
    return request.destinations().stream()
        .flatMap(
            destination ->
                Stream.of(
                    new AwsContender(destination, endpoint, false),
                    new AwsContender(destination, endpoint, true)))
        .toList();
  }

  private void tell(String occasion, AwsRun run) {
    err.printf(
        Locale.ROOT,
        "%s: %-20s %,9.0f events/s, %6.2f s, %5.2f entries a call, %s%n",
        occasion,
        run.run().contender().name(),
        run.run().eventsPerSecond(),
        run.run().seconds(),
        run.counts().entriesPerCall(),
        run.run().complete() ? "all accounted for" : "FAILED " + run.run().faults());
  }
}
