package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;

/** What {@code ./sluice bench aws} is asked to do. */
record AwsRequest(int events, int runs, List<AwsDestination> destinations, boolean json) {

  private static final int MOST_EVENTS = 10_000_000;
  private static final int MOST_RUNS = 100;

  AwsRequest {
    destinations = List.copyOf(destinations);
  }

  static AwsRequest parse(List<String> arguments) {
    Options options = new Options(arguments);
    int events = 300_000;
    int runs = 3;
    boolean json = false;
    List<AwsDestination> chosen = new ArrayList<>();
    while (options.any()) {
      String option = options.next();
      switch (option) {
        case "--events" -> events = options.number(MOST_EVENTS);
        case "--runs" -> runs = options.number(MOST_RUNS);
        case "--destination" -> chosen.add(AwsDestination.named(options.value()));
        case "--json" -> json = true;
        default -> throw new UsageException("aws does not know '" + option + "'");
      }
    }
    List<AwsDestination> all = List.of(AwsDestination.values());
    return new AwsRequest(events, runs, chosen.isEmpty() ? all : chosen, json);
  }
}
