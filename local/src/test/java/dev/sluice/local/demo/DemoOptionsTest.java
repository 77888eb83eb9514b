package dev.sluice.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.local.UsageException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DemoOptionsTest {

  private static DemoOptions parse(String... arguments) {
    return DemoOptions.parse(List.of(arguments));
  }

  @Test
  void defaultsAreThoseThatTheUsageTells() {
    assertThat(parse())
        .isEqualTo(new DemoOptions(45 * 300, Duration.ofSeconds(45), false, false, false, false));
    assertThat(DemoOptions.USAGE).contains("(300 a second)", "over that time (45)");
  }

  @Test
  void everyOptionIsTaken() {
    assertThat(parse("--events", "500", "--seconds", "20", "--aws", "--keep", "--json", "--plain"))
        .isEqualTo(new DemoOptions(500, Duration.ofSeconds(20), true, true, true, true));
  }

  @Test
  void eventsFollowTheSecondsUnlessTheyAreTold() {
    assertThat(parse("--seconds", "30").events()).isEqualTo(9_000);
  }

  @ParameterizedTest
  @CsvSource({
    "--seconds,         --seconds needs a value",
    "--seconds 9,       '--seconds is 10 to 3600, not ''9'''",
    "--seconds 3601,    '--seconds is 10 to 3600, not ''3601'''",
    "--events 1e6,      '--events is 100 to 1000000, not ''1e6'''",
    "--events 99999999, '--events is 100 to 1000000, not ''99999999'''",
    "--fast,            demo does not know '--fast'",
    "orders,            demo does not know 'orders'",
  })
  void whatCannotBeUnderstoodIsRefusedWithTheUsage(String arguments, String message) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> parse(arguments.split(" ", -1)))
        .withMessageStartingWith(message)
        .withMessageContaining("./sluice demo [--events n]");
  }
}
