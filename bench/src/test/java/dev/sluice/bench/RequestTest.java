package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.local.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTest {

  @ParameterizedTest
  @CsvSource({
    "drain, 500000, 3, 6",
    "append, 100000, 3, 8",
    "aws, 300000, 3, 10",
    "start, 1, 11, 4"
  })
  void withoutArgumentsEverybodyTakesPart(String benchmark, int events, int runs, int contenders) {
    Request request = parse(benchmark);
    assertThat(request.events()).isEqualTo(events);
    assertThat(request.runs()).isEqualTo(runs);
    assertThat(request.contenders()).hasSize(contenders);
    assertThat(request.json()).isFalse();
  }

  @Test
  void argumentsChoose() {
    assertThat(
            parse(
                "drain",
                "--runs",
                "1",
                "--contender",
                "row-claim",
                "--events",
                "10",
                "--json",
                "--contender",
                "sluice-xmin-held"))
        .isEqualTo(new Request(10, 1, List.of(Drain.ROW_CLAIM, Drain.SLUICE.withXminHeld()), true));
  }

  @Test
  void destinationChoosesAllContendersThatPublishThere() {
    assertThat(parse("aws", "--json", "--destination", "sqs-fifo", "--runs", "2", "--events", "10"))
        .isEqualTo(
            new Request(
                10,
                2,
                List.of(Aws.manyCalls(Destination.SQS_FIFO), Aws.oneCall(Destination.SQS_FIFO)),
                true));
    assertThat(parse("start", "--runs", "2", "--destination", "sqs", "--json").contenders())
        .extracting(Contender::name)
        .containsExactly("sqs");
  }

  @ParameterizedTest
  @CsvSource({
    "drain, --runs, 0, --runs is 1 to 100",
    "drain, --runs, x, not 'x'",
    "drain, --events, 0, --events is 1 to 10000000",
    "drain, --contender, nobody, there are sluice",
    "drain, --speed, 9, drain does not know '--speed'",
    "drain, --destination, sns, drain does not know '--destination'",
    "aws, --runs, 0, --runs is 1 to 100",
    "aws, --events, x, not 'x'",
    "aws, --destination, pigeon, 'there are sns, sns-fifo'",
    "aws, --speed, 9, aws does not know '--speed'",
    "start, --destination, fax, 'there are kafka, sns'",
    "start, --events, 9, start does not know '--events'"
  })
  void whatItDoesNotUnderstandIsNamed(String benchmark, String option, String value, String fault) {
    assertThatThrownBy(() -> parse(benchmark, option, value))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void optionWithoutAValueIsNamed() {
    assertThatThrownBy(() -> parse("drain", "--events")).hasMessage("--events needs a value");
  }

  private static Request parse(String benchmark, String... arguments) {
    Benchmark one =
        Main.BENCHMARKS.stream()
            .filter(it -> it.name().equals(benchmark))
            .findFirst()
            .orElseThrow();
    return Request.parse(one, List.of(arguments));
  }
}
