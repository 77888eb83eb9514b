package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainRequestTest {

  @Test
  void withoutArgumentsEveryContenderRunsThreeTimesWithHalfAMillionEvents() {
    assertThat(DrainRequest.parse(List.of()))
        .isEqualTo(new DrainRequest(500_000, 3, Contenders.ALL, false));
  }

  @Test
  void argumentsChoose() {
    assertThat(
            DrainRequest.parse(
                List.of(
                    "--runs",
                    "1",
                    "--contender",
                    "row-claim",
                    "--events",
                    "10",
                    "--json",
                    "--contender",
                    "sluice-xmin-held")))
        .isEqualTo(
            new DrainRequest(
                10,
                1,
                List.of(new Contender.RowClaim(), new Contender.XminHeld(new Contender.Sluice())),
                true));
  }

  @ParameterizedTest
  @CsvSource({
    "--runs, 0, --runs is 1 to 100",
    "--runs, x, not 'x'",
    "--events, 0, --events is 1 to 10000000",
    "--contender, nobody, there are sluice",
    "--speed, 9, does not know '--speed'"
  })
  void whatItDoesNotUnderstandIsNamed(String option, String value, String fault) {
    assertThatThrownBy(() -> DrainRequest.parse(List.of(option, value)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void optionWithoutAValueIsNamed() {
    assertThatThrownBy(() -> DrainRequest.parse(List.of("--events")))
        .hasMessage("--events needs a value");
  }
}
