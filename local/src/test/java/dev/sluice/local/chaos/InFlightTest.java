package dev.sluice.local.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Place;
import dev.sluice.local.orders.Receipts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An event is appended at 100, sent at 200 and settled at 300, in shard 3. */
final class InFlightTest {

  private static final Place PLACE = new Place("a", "kafka:a", "kafka:a", 1, true);
  private static final int SHARD = 3;
  private static final int OURS = 1 << SHARD;

  private final Receipts receipts = new Receipts();

  private void arrives(int times) {
    for (int i = 0; i < times; i++) {
      receipts.add(new Arrival(PLACE, "id", "a/x", 1, 0, 200 + 50L * i));
    }
  }

  private InFlight judged(Disturbance... disturbances) {
    InFlight.Judge judge = new InFlight.Judge(receipts, List.of(disturbances));
    judge.settled("id", SHARD, 100, 300);
    return judge.verdict();
  }

  private static Disturbance at(Fault fault, long from, long to, int shards) {
    return new Disturbance(fault, from, to, shards);
  }

  @Test
  void copyOfAnEventThatWasInFlightAtAKillIsExplained() {
    arrives(2);
    InFlight verdict = judged(at(Fault.RELAY_KILLED, 250, 251, OURS));
    assertThat(verdict.unexplained()).isZero();
    assertThat(verdict.bound()).isEqualTo(1);
    assertThat(verdict.most()).isEqualTo(1);
  }

  @Test
  void copyOfAnEventThatNobodyMetIsNot() {
    arrives(2);
    assertThat(judged().unexplained()).isEqualTo(1);
    assertThat(judged(at(Fault.RELAY_KILLED, 301, 302, OURS)).unexplained()).isEqualTo(1);
    assertThat(judged(at(Fault.RELAY_KILLED, 150, 199, OURS)).unexplained()).isEqualTo(1);
    assertThat(judged(at(Fault.RELAY_KILLED, 250, 251, ~OURS)).unexplained()).isEqualTo(1);
  }

  @Test
  void oneKillExplainsOneCopy() {
    arrives(3);
    Disturbance kill = at(Fault.RELAY_KILLED, 250, 251, OURS);
    assertThat(judged(kill).unexplained()).isEqualTo(1);
    assertThat(judged(kill, at(Fault.RELAY_KILLED, 270, 271, OURS)).unexplained()).isZero();
  }

  @Test
  void frozenRelayHasInMemoryWhatItSendsWhenItWakes() {
    arrives(2);
    assertThat(judged(at(Fault.RELAY_FROZEN, 150, 151, OURS)).unexplained()).isZero();
    assertThat(judged(at(Fault.RELAY_FROZEN, 90, 91, OURS)).unexplained()).isEqualTo(1);
  }

  @Test
  void eventThatARelayPutAsideForWantOfAnAnswerMayComeAgain() {
    arrives(2);
    InFlight.Judge judge = new InFlight.Judge(receipts, List.of());
    judge.settled("id", SHARD, 100, 300, 250L);
    assertThat(judge.verdict().unexplained()).isZero();
    assertThat(judge.verdict().bound()).isEqualTo(1);
  }

  @Test
  void eventThatARelayPutAsideBeforeItWasSentMayNot() {
    arrives(2);
    InFlight.Judge judge = new InFlight.Judge(receipts, List.of());
    judge.settled("id", SHARD, 100, 300, 150L);
    assertThat(judge.verdict().unexplained()).isEqualTo(1);
  }

  @Test
  void longDisturbanceMeetsWhatWasSentBeforeItsEnd() {
    arrives(2);
    Disturbance shortOne = at(Fault.RELAY_KILLED, 10, 11, OURS);
    assertThat(judged(shortOne, at(Fault.BROKER_SLOW, 20, 250, Disturbance.ALL)).unexplained())
        .isZero();
  }

  @Test
  void eventThatIsSettledTwiceIsFound() {
    InFlight.Judge judge = new InFlight.Judge(receipts, List.of());
    judge.settled("id", SHARD, 100, 300);
    judge.settled("id", SHARD, 100, 400);
    assertThat(judge.verdict().settledAgain()).isEqualTo(1);
  }
}
