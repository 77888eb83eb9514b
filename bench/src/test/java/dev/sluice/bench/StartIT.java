package dev.sluice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The benchmark of cold starts, with one start of each. */
@Timeout(300)
class StartIT {

  @Test
  void everyDestinationSeesItsFirstEvent() throws Exception {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exitCode =
        new Main(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
            .run(List.of("start", "--runs", "1", "--json"));

    assertThat(exitCode).as(err.toString(UTF_8)).isZero();
    Map<String, Object> report = JSON.std.mapFrom(out.toString(UTF_8));
    assertThat(report).containsEntry("benchmark", "start").containsEntry("runs", 1);
    assertThat((Integer) report.get("jarBytes")).isGreaterThan(1_000_000);
    List<?> destinations = (List<?>) Objects.requireNonNull(report.get("destinations"));
    assertThat(destinations)
        .extracting(it -> String.valueOf(((Map<?, ?>) it).get("name")))
        .containsExactly("kafka", "sns", "sqs", "eventbridge");
    assertThat(destinations)
        .allSatisfy(
            it ->
                assertThat(median(it, "firstEventMillis")).isGreaterThan(median(it, "initMillis")));
  }

  @Test
  void argumentsChoose() {
    List<String> arguments = List.of("--runs", "2", "--destination", "sqs", "--json");
    assertThat(StartRequest.parse(arguments))
        .isEqualTo(new StartRequest(2, List.of(StartDestination.SQS), true));
    assertThatThrownBy(() -> StartRequest.parse(List.of("--destination", "fax")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there are kafka, sns");
  }

  private static int median(Object destination, String part) {
    Map<?, ?> spread = (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) destination).get(part));
    return (Integer) Objects.requireNonNull(spread.get("median"));
  }
}
