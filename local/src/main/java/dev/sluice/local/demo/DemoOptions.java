package dev.sluice.local.demo;

import dev.sluice.local.UsageException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalInt;

/** The options of the command line. */
record DemoOptions(
    int events, Duration duration, boolean aws, boolean keep, boolean json, boolean plain) {

  static final String USAGE =
      """
      ./sluice demo [--events n] [--seconds n] [--aws] [--keep] [--json] [--plain]

        --events n     how many events the order service commits (300 a second)
        --seconds n    for how long it does, from the first one that is published; the acts
                       are spread over that time (45)
        --aws          to SNS, SQS and EventBridge too, on an emulator of the AWS APIs
        --keep         stay up afterwards, and say how to look around
        --json         one JSON object on standard output; the progress goes to standard error
        --plain        line by line and without colour, as where there is no terminal
      """;

  private static final int EVENTS_A_SECOND = 300;

  static DemoOptions parse(List<String> arguments) {
    Draft draft = new Draft();
    ArrayDeque<String> left = new ArrayDeque<>(arguments);
    while (!left.isEmpty()) {
      draft.take(left.poll(), left);
    }
    return draft.complete();
  }

  /** Options as they are read, one after the other. */
  private static final class Draft {
    private OptionalInt events = OptionalInt.empty();
    private int seconds = 45;
    private boolean aws;
    private boolean keep;
    private boolean json;
    private boolean plain;

    void take(String option, ArrayDeque<String> left) {
      switch (option) {
        case "--events" -> events = OptionalInt.of(number(option, left, 100, 1_000_000));
        case "--seconds" -> seconds = number(option, left, 10, 3600);
        case "--aws" -> aws = true;
        case "--keep" -> keep = true;
        case "--json" -> json = true;
        case "--plain" -> plain = true;
        default -> throw fault("demo does not know '" + option + "'");
      }
    }

    DemoOptions complete() {
      return new DemoOptions(
          events.orElse(seconds * EVENTS_A_SECOND),
          Duration.ofSeconds(seconds),
          aws,
          keep,
          json,
          plain);
    }

    private static int number(String option, ArrayDeque<String> left, int least, int most) {
      String text = value(option, left);
      if (text.matches("\\d{1,7}")) {
        int number = Integer.parseInt(text);
        if (number >= least && number <= most) {
          return number;
        }
      }
      throw fault("%s is %d to %d, not '%s'".formatted(option, least, most, text));
    }

    private static String value(String option, ArrayDeque<String> left) {
      String value = left.poll();
      if (value == null) {
        throw fault(option + " needs a value");
      }
      return value;
    }

    private static UsageException fault(String message) {
      return new UsageException(message + "\n\n" + USAGE);
    }
  }
}
