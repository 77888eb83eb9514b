package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsRequestTest {

  private static final URI ENDPOINT = URI.create("http://127.0.0.1:1");

  @Test
  void withoutArgumentsEveryDestinationRunsThreeTimes() {
    assertThat(AwsRequest.parse(List.of()))
        .isEqualTo(new AwsRequest(300_000, 3, List.of(AwsDestination.values()), false));
  }

  @Test
  void argumentsChoose() {
    List<String> arguments =
        List.of("--json", "--destination", "sqs-fifo", "--runs", "2", "--events", "10");
    assertThat(AwsRequest.parse(arguments))
        .isEqualTo(new AwsRequest(10, 2, List.of(AwsDestination.SQS_FIFO), true));
  }

  @ParameterizedTest
  @CsvSource({
    "--runs, 0, --runs is 1 to 100",
    "--events, x, not 'x'",
    "--destination, pigeon, there are sns",
    "--speed, 9, does not know '--speed'"
  })
  void whatItDoesNotUnderstandIsNamed(String option, String value, String fault) {
    assertThatThrownBy(() -> AwsRequest.parse(List.of(option, value)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(fault);
  }

  @ParameterizedTest
  @CsvSource({
    "SNS, sns:arn:aws:sns:us-east-1:000000000000:bench, NONE",
    "SNS_FIFO, sns:arn:aws:sns:us-east-1:000000000000:bench.fifo, KEY",
    "SQS_FIFO, sqs:http://127.0.0.1:1/000000000000/bench.fifo, KEY",
    "EVENTBRIDGE, eventbridge:bench, NONE"
  })
  void routeKeepsOrderWhereTheDestinationDoes(
      AwsDestination destination, String uri, String order) {
    assertThat(new AwsContender(destination, ENDPOINT, false).function().settings())
        .containsEntry(
            "SLUICE_ROUTES",
            "[{\"stream\":\"*\",\"destination\":\"%s\",\"order\":\"%s\"}]".formatted(uri, order));
  }

  @Test
  void oneCallAtATimeIsASettingAndAShorterBacklog() {
    AwsContender many = new AwsContender(AwsDestination.SNS_FIFO, ENDPOINT, false);
    AwsContender one = new AwsContender(AwsDestination.SNS_FIFO, ENDPOINT, true);
    assertThat(one.function().settings()).containsEntry("SLUICE_SNS_CALLS", "1");
    assertThat(many.function().settings()).doesNotContainKey("SLUICE_SNS_CALLS");
    assertThat(one.backlog(200_000)).isEqualTo(4_000);
    assertThat(many.backlog(200_000)).isEqualTo(200_000);
  }

  @Test
  void orderedDestinationsSeeAThousandKeysAsDiceHaveIt() {
    AwsContender contender = new AwsContender(AwsDestination.SQS_FIFO, ENDPOINT, false);
    List<String> keys =
        LongStream.range(0, 20_000).mapToObj(n -> contender.event(n).key()).toList();
    assertThat(keys.stream().distinct()).hasSize(1_000);
    assertThat(keys.subList(0, 1_000).stream().distinct().count()).isBetween(550L, 710L);
    assertThat(contender.event(7)).isEqualTo(contender.event(7));
  }
}
