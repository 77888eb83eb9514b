package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole benchmark, small. */
@Timeout(600)
class DrainIT {

  @Test
  void everyContenderAccountsForEveryEvent() throws Exception {
    BenchCommand drain = BenchCommand.run("drain", "--events", "5000", "--runs", "1", "--json");

    assertThat(drain.exitCode()).as(drain.err()).isZero();
    assertThat(drain.report())
        .containsEntry("benchmark", "drain")
        .containsEntry("events", 5_000)
        .containsEntry("runs", 1)
        .containsEntry("faults", List.of());
    assertThat(drain.contenders())
        .extracting(contender -> contender.get("name"))
        .containsExactly(
            "sluice",
            "row-claim",
            "raw-producer",
            "raw-read",
            "sluice-xmin-held",
            "row-claim-xmin-held");
    assertThat(drain.contenders()).allSatisfy(DrainIT::hasFigures);
    assertThat((Map<?, ?>) drain.report().get("postgres"))
        .extracting("fsync", "synchronous_commit", "full_page_writes", "autovacuum")
        .containsOnly("on");
  }

  @Test
  void withoutArgumentsItExplainsItself() throws Exception {
    BenchCommand explained = BenchCommand.run();
    assertThat(explained.exitCode()).isZero();
    assertThat(explained.out())
        .contains("bench drain", "--events", "row-claim-xmin-held", "bench aws", "bench start");
  }

  @Test
  void whatIsNotThereSaysSoOnStandardError() throws Exception {
    BenchCommand fly = BenchCommand.run("fly");
    BenchCommand nobody = BenchCommand.run("drain", "--contender", "nobody");
    assertThat(fly.exitCode()).isEqualTo(2);
    assertThat(nobody.exitCode()).isEqualTo(2);
    assertThat(fly.err()).contains("no benchmark 'fly'");
    assertThat(nobody.err()).contains("no contender 'nobody'");
    assertThat(fly.out() + nobody.out()).isEmpty();
  }

  private static void hasFigures(Map<String, Object> contender) {
    Map<?, ?> rate = (Map<?, ?>) Objects.requireNonNull(contender.get("eventsPerSecond"));
    assertThat(rate.keySet()).extracting(String::valueOf).containsExactly("median", "min", "max");
    assertThat(rate.values())
        .allSatisfy(it -> assertThat(((Number) it).doubleValue()).isPositive());
    assertThat(contender.keySet())
        .contains(
            "databaseMicrosPerEvent",
            "walBytesPerEvent",
            "walPageImageBytesPerEvent",
            "seconds",
            "reportedMillis");
    Map<?, ?> processor = (Map<?, ?>) Objects.requireNonNull(contender.get("cpuSeconds"));
    assertThat(processor.keySet())
        .extracting(String::valueOf)
        .containsExactly(
            "function",
            "broker",
            "readingBackend",
            "writingBackend",
            "otherPostgres",
            "restOfMachine");
  }
}
