package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HeldKeysTest {

  private static final OwedEvent.Key KEY = new OwedEvent.Key("orders", "customer-1");

  private final HeldKeys held = new HeldKeys();

  @Test
  void nothingIsHeldAtFirst() {
    assertThat(held.holds(KEY, 0)).isFalse();
  }

  @Test
  void failedKeyIsHeldFromEveryReadUntilItIsSettled() {
    held.hold(KEY);
    held.readDone(Long.MAX_VALUE - 1);
    assertThat(held.holds(KEY, 0)).isTrue();
    assertThat(held.holds(KEY, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void readThatBeganBeforeTheSettleIsStillHeld() {
    held.hold(KEY);
    held.settled(KEY, 100);
    assertThat(held.holds(KEY, 99)).isTrue();
    assertThat(held.holds(KEY, 100)).isTrue();
    assertThat(held.holds(KEY, 101)).isFalse();
  }

  @Test
  void keyIsForgottenOnceALaterReadIsDone() {
    held.hold(KEY);
    held.settled(KEY, 100);
    held.readDone(100);
    assertThat(held.holds(KEY, 99)).isTrue();
    held.readDone(101);
    assertThat(held.holds(KEY, 99)).isFalse();
  }

  @Test
  void secondFailureHoldsTheKeyAgain() {
    held.hold(KEY);
    held.settled(KEY, 100);
    held.hold(KEY);
    assertThat(held.holds(KEY, 101)).isTrue();
  }

  @Test
  void settlingWhatIsNotHeldHoldsNothing() {
    held.settled(KEY, 100);
    assertThat(held.holds(KEY, 50)).isFalse();
  }

  @Test
  void keyOfAnotherStreamIsAnotherKey() {
    held.hold(KEY);
    assertThat(held.holds(new OwedEvent.Key("refunds", "customer-1"), 0)).isFalse();
    assertThat(held.holds(new OwedEvent.Key("orders", "customer-2"), 0)).isFalse();
  }
}
