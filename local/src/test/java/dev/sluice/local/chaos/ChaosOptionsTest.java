package dev.sluice.local.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.local.UsageException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChaosOptionsTest {

  private static ChaosOptions parse(String... arguments) {
    return ChaosOptions.parse(List.of(arguments));
  }

  @Test
  void defaultsAreThoseThatTheUsageNames() {
    ChaosOptions options = parse("--seed", "7");
    assertThat(options)
        .isEqualTo(
            new ChaosOptions(
                30,
                Duration.ofSeconds(120),
                60_000,
                3,
                Duration.ofSeconds(6),
                7,
                false,
                Fault.DECK));
    assertThat(ChaosOptions.USAGE)
        .contains("the broker (30)", "every 4 seconds", "(500 a second)", "one another (3)", "(6)");
  }

  @Test
  void everyOptionIsTaken() {
    assertThat(
            parse(
                "--kills 50 --minutes 3 --events 900 --lanes 2 --lease 9 --seed 1 --json"
                    .split(" ", -1)))
        .isEqualTo(
            new ChaosOptions(
                50, Duration.ofMinutes(3), 900, 2, Duration.ofSeconds(9), 1, true, Fault.DECK));
  }

  @Test
  void everyFaultThatDoesNotComeByItselfIsInTheDeck() {
    for (Fault fault : Fault.values()) {
      assertThat(Fault.DECK.contains(fault)).as(fault.text()).isNotEqualTo(fault.follows());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--kills 0,    '--kills is 1 to 10000, not ''0'''",
    "--minutes,    --minutes needs a value",
    "--lease 1,    '--lease is 2 to 240, not ''1'''",
    "--fast,       chaos does not know '--fast'",
  })
  void argumentThatCannotBeUnderstoodIsRefusedWithTheUsage(String arguments, String message) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> parse(arguments.split(" ", -1)))
        .withMessageStartingWith(message)
        .withMessageContaining("./sluice chaos [--kills n]");
  }
}
