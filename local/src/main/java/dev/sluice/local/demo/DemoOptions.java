package dev.sluice.local.demo;

import dev.sluice.local.Arguments;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

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
    Arguments left = new Arguments("demo", arguments, USAGE);
    OptionalInt events = OptionalInt.empty();
    int seconds = 45;
    Set<String> flags = new HashSet<>();
    while (left.remain()) {
      String option = left.next();
      switch (option) {
        case "--events" -> events = OptionalInt.of(left.number(option, 100, 1_000_000));
        case "--seconds" -> seconds = left.number(option, 10, 3600);
        case "--aws", "--keep", "--json", "--plain" -> flags.add(option);
        default -> throw left.unknown(option);
      }
    }
    return new DemoOptions(
        events.orElse(seconds * EVENTS_A_SECOND),
        Duration.ofSeconds(seconds),
        flags.contains("--aws"),
        flags.contains("--keep"),
        flags.contains("--json"),
        flags.contains("--plain"));
  }
}
