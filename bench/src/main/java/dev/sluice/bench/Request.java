package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.UsageException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The options of a benchmark. */
record Request(int events, int runs, List<Contender> contenders, boolean json) {

  private static final int MOST_EVENTS = 10_000_000;
  private static final int MOST_RUNS = 1_000;

  Request {
    contenders = List.copyOf(contenders);
  }

  static Request parse(Benchmark benchmark, List<String> arguments) {
    Request defaults = benchmark.defaults();
    Deque<String> left = new ArrayDeque<>(arguments);
    int events = defaults.events;
    int runs = defaults.runs;
    boolean json = false;
    Set<Contender> chosen = new LinkedHashSet<>();
    while (!left.isEmpty()) {
      String option = left.removeFirst();
      if (option.equals("--json")) {
        json = true;
      } else if (option.equals("--runs")) {
        runs = number(option, left, MOST_RUNS);
      } else if (option.equals("--events") && defaults.events > 1) {
        events = number(option, left, MOST_EVENTS);
      } else if (option.equals("--" + benchmark.choice())) {
        chosen.addAll(defaults.choose(benchmark.choice(), value(option, left)));
      } else {
        throw new UsageException(benchmark.name() + " does not know '" + option + "'");
      }
    }
    return new Request(
        events, runs, chosen.isEmpty() ? defaults.contenders : List.copyOf(chosen), json);
  }

  private static int number(String option, Deque<String> left, int most) {
    String text = value(option, left);
    int number = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > most) {
      throw new UsageException(option + " is 1 to " + most + ", not '" + text + "'");
    }
    return number;
  }

  private static String value(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new UsageException(option + " needs a value");
    }
    return left.removeFirst();
  }

  private List<Contender> choose(String choice, String group) {
    List<Contender> chosen = contenders.stream().filter(it -> it.group().equals(group)).toList();
    if (chosen.isEmpty()) {
      String groups = contenders.stream().map(Contender::group).distinct().collect(joining(", "));
      throw new UsageException(
          "there is no %s '%s'; there are %s".formatted(choice, group, groups));
    }
    return chosen;
  }
}
