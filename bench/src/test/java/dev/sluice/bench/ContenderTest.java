package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContenderTest {

  @ParameterizedTest
  @CsvSource({
    "KAFKA, kafka:events, KEY",
    "SNS, sns:arn:aws:sns:us-east-1:000000000000:bench, NONE",
    "SNS_FIFO, sns:arn:aws:sns:us-east-1:000000000000:bench.fifo, KEY",
    "SQS_FIFO, sqs:http://127.0.0.1:1/000000000000/bench.fifo, KEY",
    "EVENTBRIDGE, eventbridge:bench, NONE"
  })
  void routeKeepsOrderWhereTheDestinationDoes(Destination destination, String uri, String order) {
    assertThat(destination.environment("http://127.0.0.1:1"))
        .containsEntry(
            "SLUICE_ROUTES",
            "[{\"stream\":\"*\",\"destination\":\"%s\",\"order\":\"%s\"}]".formatted(uri, order));
  }

  @Test
  void oneCallAtATimeIsASettingAndAShorterBacklog() {
    Contender many = Aws.manyCalls(Destination.SNS_FIFO);
    Contender one = Aws.oneCall(Destination.SNS_FIFO);
    assertThat(one.function().settings()).containsEntry("SLUICE_SNS_CALLS", "1");
    assertThat(many.function().settings()).doesNotContainKey("SLUICE_SNS_CALLS");
    assertThat(one.backlog().share(200_000)).isEqualTo(4_000);
    assertThat(many.backlog().share(200_000)).isEqualTo(200_000);
  }

  @Test
  void orderedDestinationsSeeAThousandKeysAsDiceHaveIt() {
    List<String> keys = keys();
    assertThat(keys.stream().distinct()).hasSize(1_000);
    assertThat(keys.subList(0, 1_000).stream().distinct().count()).isBetween(550L, 710L);
    assertThat(keys()).as("again").isEqualTo(keys);
  }

  private static List<String> keys() {
    return LongStream.range(0, 20_000)
        .mapToObj(number -> Destination.SQS_FIFO.event(number).key())
        .toList();
  }
}
