package dev.sluice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole benchmark, small. */
@Timeout(300)
class DrainIT {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void everyContenderAccountsForEveryEvent() throws Exception {
    int exitCode = run("drain", "--events", "5000", "--runs", "1", "--json");

    assertThat(exitCode).as(err.toString(UTF_8)).isZero();
    Map<String, Object> report = JSON.std.mapFrom(out.toString(UTF_8));
    assertThat(report)
        .containsEntry("benchmark", "drain")
        .containsEntry("events", 5_000)
        .containsEntry("runs", 1)
        .containsEntry("faults", List.of());
    assertThat(contenders(report))
        .extracting(contender -> contender.get("name"))
        .containsExactly(
            "sluice",
            "sluice-no-archive",
            "row-claim",
            "raw-producer",
            "raw-read",
            "sluice-xmin-held",
            "row-claim-xmin-held");
    assertThat(contenders(report)).allSatisfy(DrainIT::hasRates);
    assertThat((Map<?, ?>) report.get("postgres"))
        .extracting("fsync", "synchronous_commit", "full_page_writes", "autovacuum")
        .containsOnly("on");
  }

  @Test
  void withoutArgumentsItExplainsItself() throws Exception {
    assertThat(run()).isZero();
    assertThat(out.toString(UTF_8)).contains("bench drain", "--events", "row-claim-xmin-held");
  }

  @Test
  void whatIsNotThereSaysSoOnStandardError() throws Exception {
    assertThat(run("fly")).isEqualTo(2);
    assertThat(run("drain", "--contender", "nobody")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("no benchmark 'fly'", "no contender 'nobody'");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private static void hasRates(Map<String, Object> contender) {
    Map<?, ?> rate = (Map<?, ?>) Objects.requireNonNull(contender.get("eventsPerSecond"));
    assertThat(rate.keySet()).extracting(String::valueOf).containsExactly("median", "min", "max");
    assertThat(rate.values())
        .allSatisfy(it -> assertThat(((Number) it).doubleValue()).isPositive());
    assertThat((Number) contender.get("walBytesPerEvent")).isNotNull();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> contenders(Map<String, Object> report) {
    return (List<Map<String, Object>>) Objects.requireNonNull(report.get("contenders"));
  }

  private int run(String... arguments) throws Exception {
    return new Main(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(List.of(arguments));
  }
}
