package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;

/** What {@code ./sluice bench start} is asked to do. */
record StartRequest(int runs, List<StartDestination> destinations, boolean json) {

  private static final int MOST_RUNS = 1_000;

  StartRequest {
    destinations = List.copyOf(destinations);
  }

  static StartRequest parse(List<String> arguments) {
    Options options = new Options(arguments);
    int runs = 11;
    boolean json = false;
    List<StartDestination> chosen = new ArrayList<>();
    while (options.any()) {
      String option = options.next();
      switch (option) {
        case "--runs" -> runs = options.number(MOST_RUNS);
        case "--destination" -> chosen.add(StartDestination.named(options.value()));
        case "--json" -> json = true;
        default -> throw new UsageException("start does not know '" + option + "'");
      }
    }
    List<StartDestination> all = List.of(StartDestination.values());
    return new StartRequest(runs, chosen.isEmpty() ? all : chosen, json);
  }
}
