package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static final long EVENTS = 1_000;

  @Test
  void medianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(Spread.of(DoubleStream.of(9, 1, 4, 2))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void targetsComeFromTheMedians() {
    List<Target> targets =
        report(
                summary(Drain.SLUICE, 500, 64, 50),
                summary(Drain.RAW_PRODUCER, 200, 10, 128),
                summary(Drain.ROW_CLAIM, 8, 8, 8))
            .targets();
    assertThat(targets)
        .containsExactly(
            new Target("rate of sluice to raw-producer", 0.5, 0.5, true),
            new Target("rate of sluice to row-claim", 8, 5, true));
    assertThat(targets).allMatch(Target::holds);
  }

  @Test
  void lessLogIsBetter() {
    assertThat(Target.atMost(0.1, "", 0.09).holds()).isTrue();
    assertThat(Target.atMost(0.1, "", 0.11).holds()).isFalse();
  }

  @Test
  void runThatLostAnEventHasNoRateAndFailsTheCommand() {
    List<String> faults =
        new Ledger(EVENTS - 1, 0, EVENTS).faults(Drain.SLUICE.perEvent().times(EVENTS));
    Report lost = report(new Summary(Drain.SLUICE, List.of(run(Drain.SLUICE, 100, faults))));
    assertThat(lost.median(Measure.EVENTS_PER_SECOND, "sluice")).isZero();
    assertThat(lost.exitCode()).isEqualTo(1);
    assertThat(lost.text()).contains("FAILED  sluice: 999 events");
    assertThat(report(summary(Drain.SLUICE, 100)).exitCode()).isZero();
  }

  @Test
  void runThatBreaksOffFailsTheCommandAndLeavesEveryKeyInItsPlace() {
    Run broken = Run.failed(Drain.SLUICE, new IllegalStateException("the process is gone"));
    Report report =
        report(new Summary(Drain.SLUICE, List.of(broken)), summary(Drain.ROW_CLAIM, 100));
    assertThat(report.exitCode()).isEqualTo(1);
    assertThat(report.faults()).containsExactly("sluice: the process is gone");
    assertThat(String.valueOf(report.toMap().get("contenders")))
        .contains("name=sluice, eventsPerSecond={median=0, min=0, max=0}, events=0}");
  }

  @Test
  void tablesLookAsThePagesShowThem() throws IOException {
    String page = Files.readString(Path.of("README.md"));
    Report drain = report(summary(Drain.SLUICE, 100));
    Drain.BENCHMARK
        .tables()
        .forEach(table -> assertThat(page).contains(heading(table.text(drain))));
    assertThat(page).contains(heading(Aws.BENCHMARK.tables().getFirst().text(drain)));
    assertThat(page)
        .contains(Target.atLeast(0.5, "rate of sluice to raw-producer", 0.301).line())
        .contains(Target.atMost(0.1, "WAL of sluice to row-claim", 0.01).line());
  }

  private static String heading(String table) {
    return table.substring(0, table.indexOf("sluice  "));
  }

  private static Report report(Summary... summaries) {
    Request request = new Request((int) EVENTS, 1, List.of(Drain.SLUICE), false);
    return new Report(Drain.BENCHMARK, request, 0, Map.of(), List.of(summaries));
  }

  private static Summary summary(Contender contender, long... rates) {
    return new Summary(
        contender, LongStream.of(rates).mapToObj(rate -> run(contender, rate, List.of())).toList());
  }

  private static Run run(Contender contender, long rate, List<String> faults) {
    Map<Measure, Double> figures =
        Map.of(Measure.EVENTS, (double) EVENTS, Measure.EVENTS_PER_SECOND, (double) rate);
    return new Run(contender, figures, faults);
  }
}
