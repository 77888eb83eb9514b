package dev.sluice.local.chaos;

import dev.sluice.local.Arguments;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The options of the command line.
 *
 * @param deck what happens, as often as it stands there
 */
record ChaosOptions(
    int kills,
    Duration duration,
    int events,
    int lanes,
    Duration lease,
    long seed,
    boolean json,
    List<Fault> deck) {

  static final String USAGE =
      """
      ./sluice chaos [--kills n] [--minutes n] [--events n] [--lanes n] [--lease n] [--seed n] [--json]
        --kills n      how many processes are killed with SIGKILL: relays, PostgreSQL, the broker (30)
        --minutes n    over how long the kills are spread (one every 4 seconds)
        --events n     how many events the order service commits meanwhile (500 a second)
        --lanes n      how many relay processes work beside one another (3)
        --lease n      their SLUICE_LEASE in seconds (6)
        --seed n       the order of what happens; without it, another one each time
        --json         one JSON object on standard output; the progress goes to standard error
      """;

  private static final int EVENTS_A_SECOND = 500;
  private static final int SECONDS_A_KILL = 4;

  ChaosOptions {
    deck = List.copyOf(deck);
  }

  static ChaosOptions parse(List<String> arguments) {
    Arguments left = new Arguments("chaos", arguments, USAGE);
    int kills = 30;
    OptionalInt minutes = OptionalInt.empty();
    OptionalInt events = OptionalInt.empty();
    int lanes = 3;
    int lease = 6;
    long seed = System.nanoTime() % 1_000_000;
    boolean json = false;
    while (left.remain()) {
      String option = left.next();
      switch (option) {
        case "--kills" -> kills = left.number(option, 1, 10_000);
        case "--minutes" -> minutes = OptionalInt.of(left.number(option, 1, 1440));
        case "--events" -> events = OptionalInt.of(left.number(option, 100, 9_999_999));
        case "--lanes" -> lanes = left.number(option, 1, 16);
        case "--lease" -> lease = left.number(option, 2, 240);
        case "--seed" -> seed = left.number(option, 0, 9_999_999);
        case "--json" -> json = true;
        default -> throw left.unknown(option);
      }
    }
    int seconds = minutes.isPresent() ? minutes.getAsInt() * 60 : kills * SECONDS_A_KILL;
    return new ChaosOptions(
        kills,
        Duration.ofSeconds(seconds),
        events.orElse(seconds * EVENTS_A_SECOND),
        lanes,
        Duration.ofSeconds(lease),
        seed,
        json,
        Fault.DECK);
  }
}
