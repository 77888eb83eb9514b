package dev.sluice.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What {@code ./sluice bench drain} is asked to do. */
record DrainRequest(int events, int runs, List<Contender> contenders, boolean json) {

  private static final int MOST_EVENTS = 10_000_000;
  private static final int MOST_RUNS = 100;

  DrainRequest {
    contenders = List.copyOf(contenders);
  }

  static DrainRequest parse(List<String> arguments) {
    Deque<String> left = new ArrayDeque<>(arguments);
    int events = 500_000;
    int runs = 3;
    boolean json = false;
    List<Contender> chosen = new ArrayList<>();
    while (!left.isEmpty()) {
      String option = left.removeFirst();
      switch (option) {
        case "--events" -> events = number(option, left, MOST_EVENTS);
        case "--runs" -> runs = number(option, left, MOST_RUNS);
        case "--contender" -> chosen.add(Contenders.named(value(option, left)));
        case "--json" -> json = true;
        default -> throw new UsageException("drain does not know '" + option + "'");
      }
    }
    return new DrainRequest(events, runs, chosen.isEmpty() ? Contenders.ALL : chosen, json);
  }

  private static String value(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new UsageException(option + " needs a value");
    }
    return left.removeFirst();
  }

  private static int number(String option, Deque<String> left, int most) {
    String text = value(option, left);
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As wrong as one out of bounds.
    }
    throw new UsageException(option + " is 1 to " + most + ", not '" + text + "'");
  }
}
