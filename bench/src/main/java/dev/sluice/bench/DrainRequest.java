package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;

/** What {@code ./sluice bench drain} is asked to do. */
record DrainRequest(int events, int runs, List<Contender> contenders, boolean json) {

  private static final int MOST_EVENTS = 10_000_000;
  private static final int MOST_RUNS = 100;

  DrainRequest {
    contenders = List.copyOf(contenders);
  }

  static DrainRequest parse(List<String> arguments) {
    Options options = new Options(arguments);
    int events = 500_000;
    int runs = 3;
    boolean json = false;
    List<Contender> chosen = new ArrayList<>();
    while (options.any()) {
      String option = options.next();
      switch (option) {
        case "--events" -> events = options.number(MOST_EVENTS);
        case "--runs" -> runs = options.number(MOST_RUNS);
        case "--contender" -> chosen.add(Contenders.named(options.value()));
        case "--json" -> json = true;
        default -> throw new UsageException("drain does not know '" + option + "'");
      }
    }
    return new DrainRequest(events, runs, chosen.isEmpty() ? Contenders.ALL : chosen, json);
  }
}
