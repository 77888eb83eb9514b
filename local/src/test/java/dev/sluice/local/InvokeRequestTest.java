package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvokeRequestTest {

  @Test
  void relayIsInvokedForAMinuteUnlessToldOtherwise() {
    assertThat(parse("events/empty.json"))
        .isEqualTo(
            new InvokeRequest(
                Path.of("events/empty.json"), FunctionName.RELAY, Duration.ofMinutes(1), false));
  }

  @Test
  void optionsMayStandOnEitherSideOfTheFile() {
    var expected =
        new InvokeRequest(Path.of("a.json"), FunctionName.OPS, Duration.ofSeconds(9), true);
    assertThat(parse("--json", "a.json", "--function", "ops", "--timeout", "9"))
        .isEqualTo(expected);
    assertThat(parse("--function", "ops", "--timeout", "9", "--json", "a.json"))
        .isEqualTo(expected);
  }

  @Test
  void mistakesAreNamed() {
    assertThatThrownBy(() -> parse()).hasMessageContaining("needs a file");
    assertThatThrownBy(() -> parse("a", "b")).hasMessageContaining("'b'");
    assertThatThrownBy(() -> parse("a", "--verbose")).hasMessageContaining("'--verbose'");
    assertThatThrownBy(() -> parse("a", "--timeout")).hasMessageContaining("needs a value");
    assertThatThrownBy(() -> parse("a", "--timeout", "901")).hasMessageContaining("1 to 900");
    assertThatThrownBy(() -> parse("a", "--function", "x")).hasMessageContaining("relay, ops");
  }

  private static InvokeRequest parse(String... arguments) {
    return InvokeRequest.parse(List.of(arguments));
  }
}
