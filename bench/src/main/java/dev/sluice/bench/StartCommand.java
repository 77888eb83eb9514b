package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code ./sluice bench start}: new processes, the destinations in turn. */
record StartCommand(PrintStream out, PrintStream err) {

  int run(StartRequest request) throws IOException, SQLException {
    StartReport report = measure(request);
    out.print(
        request.json()
            ? JSON.std.asString(report.toMap()) + System.lineSeparator()
            : report.text());
    return 0;
  }

  private StartReport measure(StartRequest request) throws IOException, SQLException {
    try (StartStage stage = StartStage.open(err::println)) {
      Map<StartDestination, List<Start>> starts = new EnumMap<>(StartDestination.class);
      for (int round = 0; round <= request.runs(); round++) {
        for (StartDestination destination : request.destinations()) {
          Start start = stage.start(destination, List.of());
          if (round > 0) { // the first finds nothing in the machine's caches
            starts.computeIfAbsent(destination, _ -> new ArrayList<>()).add(start);
          }
          tell(round, destination, start);
        }
      }
      List<StartSummary> summaries = new ArrayList<>();
      for (StartDestination destination : request.destinations()) {
        long classes = loaded(stage, destination).ownCount();
        summaries.add(
            new StartSummary(destination, starts.getOrDefault(destination, List.of()), classes));
      }
      return new StartReport(request, Files.size(SluiceJar.find()), summaries);
    }
  }

  /** In a start of its own, for writing the log takes time. */
  static LoadedClasses loaded(StartStage stage, StartDestination destination)
      throws IOException, SQLException {
    Path log = Files.createTempFile("sluice-classes-", ".log");
    try {
      stage.start(destination, LoadedClasses.loggedTo(log));
      return LoadedClasses.read(log);
    } finally {
      Files.delete(log);
    }
  }

  private void tell(int round, StartDestination destination, Start start) {
    err.printf(
        Locale.ROOT,
        "%s: %-12s first event after %,.0f ms%n",
        round == 0 ? "does not count" : "start " + round,
        destination.label(),
        start.firstEventMillis());
  }
}
