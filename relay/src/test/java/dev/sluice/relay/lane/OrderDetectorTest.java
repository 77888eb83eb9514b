package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OrderDetectorTest {

  private final OrderDetector order = new OrderDetector();

  private long seen(String key, long seq) {
    return order.after("orders", key, seq);
  }

  @Test
  void keyThatGoesForwardIsInOrder() {
    for (long seq = 1; seq < 100; seq++) {
      assertThat(seen("a", seq)).isZero();
    }
  }

  @Test
  void stepBackNamesTheLaterOne() {
    seen("a", 7);
    assertThat(seen("a", 5)).isEqualTo(7);
    assertThat(seen("a", 6)).as("it is later than the one, not than the other").isEqualTo(7);
    assertThat(seen("a", 8)).isZero();
  }

  @Test
  void sameEventTwiceIsADuplicateAndNoStepBack() {
    seen("a", 7);
    assertThat(seen("a", 7)).isZero();
  }

  @Test
  void keysAndStreamsAreTheirOwn() {
    seen("a", 7);
    assertThat(seen("b", 5)).isZero();
    assertThat(order.after("invoices", "a", 5)).isZero();
    order.after("or", "ders", 9);
    assertThat(order.after("ord", "ers", 8)).isZero();
  }

  /** Both pairs have one hash code by String's own reckoning. */
  @Test
  void keysThatLookAlikeToStringAreToldApart() {
    assertThat("Aa").hasSameHashCodeAs("BB");
    seen("Aa", 7);
    assertThat(seen("BB", 5)).isZero();
  }

  @Test
  void moreKeysThanItRemembersMakeNoStepUp() {
    for (int key = 0; key < 200_000; key++) {
      assertThat(seen("key-" + key, 1_000_000 - key)).isZero();
    }
  }

  /** The control: most of what it can remember it does. */
  @Test
  void thousandsOfKeysAreWatchedAtOnce() {
    int noticed = 0;
    for (int key = 0; key < 10_000; key++) {
      seen("key-" + key, 10);
    }
    for (int key = 0; key < 10_000; key++) {
      noticed += seen("key-" + key, 9) == 10 ? 1 : 0;
    }
    assertThat(noticed).isGreaterThan(7_000);
  }
}
