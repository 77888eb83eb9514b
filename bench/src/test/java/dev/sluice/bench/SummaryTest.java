package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static final long EVENTS = 1_000;

  @Test
  void medianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(Spread.of(DoubleStream.of(9, 1, 4, 2))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void targetsComeFromTheMedians() {
    List<Target> targets =
        Target.of(
            List.of(
                summary(new Contender.Sluice(), 500, 64, 50),
                summary(new Contender.RawProducer(), 200, 10, 128),
                summary(new Contender.RowClaim(), 8, 8, 8)));
    assertThat(targets)
        .containsExactly(
            new Target("rate of sluice to raw-producer", 0.5, 0.5, true),
            new Target("rate of sluice to row-claim", 8, 5, true));
    assertThat(targets).allMatch(Target::holds);
  }

  @Test
  void lessLogIsBetter() {
    assertThat(new Target("", 0.09, 0.1, false).holds()).isTrue();
    assertThat(new Target("", 0.11, 0.1, false).holds()).isFalse();
  }

  @Test
  void runThatLostAnEventHasNoRateAndFailsTheCommand() {
    Contender sluice = new Contender.Sluice();
    Run lost = run(sluice, 100, new Ledger(EVENTS - 1, 0, EVENTS).faults(sluice.expected(EVENTS)));
    assertThat(lost.eventsPerSecond()).isZero();
    assertThat(DrainCommand.exitCode(report(lost))).isEqualTo(1);
    assertThat(new DrainTable(report(lost)).text()).contains("FAILED  sluice: 999 events");
    assertThat(DrainCommand.exitCode(report(run(sluice, 100, List.of())))).isZero();
  }

  private static DrainReport report(Run run) {
    Contender contender = run.contender();
    return new DrainReport(
        new DrainRequest((int) EVENTS, 1, List.of(contender), false),
        Map.of(),
        List.of(new Summary(contender, List.of(run))));
  }

  private static Summary summary(Contender contender, long... rates) {
    return new Summary(
        contender, LongStream.of(rates).mapToObj(rate -> run(contender, rate, List.of())).toList());
  }

  private static Run run(Contender contender, long rate, List<String> faults) {
    Duration duration = Duration.ofNanos(EVENTS * 1_000_000_000L / rate);
    return new Run(
        contender,
        EVENTS,
        new Drained(EVENTS, duration, duration.toMillis(), 1),
        LogUse.NONE,
        ProcessorUse.UNKNOWN,
        faults);
  }
}
