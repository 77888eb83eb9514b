package dev.sluice.local.chaos;

import static dev.sluice.local.chaos.Fault.BROKER_CUT;
import static dev.sluice.local.chaos.Fault.BROKER_SLOW;
import static dev.sluice.local.chaos.Fault.DATABASE_CUT;
import static dev.sluice.local.chaos.Fault.RELAY_CUT_OFF;
import static dev.sluice.local.chaos.Fault.RELAY_FROZEN;
import static dev.sluice.local.chaos.Fault.RELAY_KILLED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Tampering;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The chaos command, and faults of the relay that it must find. */
@Timeout(900)
@Order(1)
final class ChaosIT {

  private static final Duration LEASE = Duration.ofSeconds(3);

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  private static ChaosOptions options(int kills, int seconds, int lanes, List<Fault> deck) {
    return new ChaosOptions(
        kills, Duration.ofSeconds(seconds), 300 * seconds, lanes, LEASE, 1, true, deck);
  }

  private ChaosOutcome run(
      ChaosOptions options, Optional<Path> patch, UnaryOperator<Consumer<Arrival>> transport)
      throws Exception {
    PrintStream stream = new PrintStream(progress, true, UTF_8);
    return new ChaosCommand(stream, stream).run(options, patch, transport);
  }

  @Test
  void killsLoseAndReorderNothing() throws Exception {
    List<Fault> deck = List.of(RELAY_KILLED, RELAY_KILLED, RELAY_FROZEN, DATABASE_CUT, BROKER_CUT);
    ChaosOutcome outcome = run(options(3, 4, 2, deck), Optional.empty(), UnaryOperator.identity());
    assertThat(outcome.broken()).as(progress.toString(UTF_8)).isEmpty();
    assertThat(outcome.kills()).isEqualTo(3);
    assertThat(outcome.ledger().appended()).isGreaterThan(1_000);
  }

  @Test
  @Tag("long")
  void fiftyKillsOfEverythingLoseAndReorderNothing() throws Exception {
    ChaosOutcome outcome =
        run(options(50, 110, 3, Fault.DECK), Optional.empty(), UnaryOperator.identity());
    System.out.println(progress.toString(UTF_8));
    assertThat(outcome.broken()).as(progress.toString(UTF_8)).isEmpty();
    assertThat(outcome.kills()).isEqualTo(50);
  }

  @Test
  @Tag("long")
  void transportThatDropsAndSwapsEventsIsFound() throws Exception {
    ChaosOutcome outcome =
        run(
            options(1, 2, 1, List.of(RELAY_KILLED)),
            Optional.empty(),
            sink -> Tampering.drop(Tampering.swap(sink)));
    assertThat(outcome.ledger().lost()).as(progress.toString(UTF_8)).isEqualTo(1);
    assertThat(outcome.ledger().reordered()).isEqualTo(1);
    assertThat(outcome.held()).isFalse();
  }

  /** A frozen lane wakes, and another has its shards. */
  @Test
  @Tag("long")
  void relayThatSettlesWithoutAFenceIsFound(@TempDir Path patch) throws Exception {
    PlantedFault.SETTLE_WITHOUT_FENCE.plant(patch);
    ChaosOutcome outcome = zombies(patch);
    assertThat(outcome.inFlight().settledAgain()).as(progress.toString(UTF_8)).isPositive();
    assertThat(outcome.held()).isFalse();
  }

  @Test
  @Tag("long")
  void relayWithoutAnyFenceSendsWhatWasNotInFlight(@TempDir Path patch) throws Exception {
    PlantedFault.SETTLE_WITHOUT_FENCE.plant(patch);
    PlantedFault.RENEW_WITHOUT_FENCE.plant(patch);
    ChaosOutcome outcome = zombies(patch);
    assertThat(outcome.inFlight().unexplained()).as(progress.toString(UTF_8)).isPositive();
    assertThat(outcome.held()).isFalse();
  }

  /**
   * One lane, so that its fence would compare all shards with all shards. The broker is slow, so
   * that something is in flight when the lane is cut off.
   */
  private ChaosOutcome zombies(Path patch) throws Exception {
    List<Fault> deck =
        List.of(BROKER_SLOW, BROKER_SLOW, BROKER_SLOW, RELAY_CUT_OFF, RELAY_CUT_OFF, RELAY_KILLED);
    ChaosOptions options =
        new ChaosOptions(2, Duration.ofSeconds(6), 12_000, 1, LEASE, 1, true, deck);
    ChaosOutcome outcome = run(options, Optional.of(patch), UnaryOperator.identity());
    outcome.lines().forEach(System.out::println);
    return outcome;
  }
}
