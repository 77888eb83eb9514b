package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The state of destinations that are down or paused, which lanes share. */
interface BreakerContract extends LogContract {

  String DESTINATION = "fake:one";
  Duration SECOND = Duration.ofSeconds(1);

  private States states() {
    return log().states(1);
  }

  private boolean takeProbe() {
    return log().takeProbe(DESTINATION, 1, SECOND);
  }

  @Test
  default void breakerStaysOpenTwiceAsLongEachTimeUntilItCloses() {
    assertThat(log().openBreaker(DESTINATION, "down")).isPositive().isLessThanOrEqualTo(SECOND);
    pass(SECOND);
    assertThat(log().openBreaker(DESTINATION, "down"))
        .isBetween(SECOND.plusMillis(1), SECOND.multipliedBy(2));
    pass(Duration.ofSeconds(2));
    for (int i = 0; i < 5; i++) {
      log().openBreaker(DESTINATION, "down");
      pass(Duration.ofSeconds(30));
    }
    assertThat(log().openBreaker(DESTINATION, "down"))
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
    log().closeBreaker(DESTINATION);
    assertThat(states().openBreakers()).isEmpty();
    assertThat(log().openBreaker(DESTINATION, "down")).isLessThanOrEqualTo(SECOND);
  }

  @Test
  default void laneThatReportsTheSameOutageWaitsNoLonger() {
    log().openBreaker(DESTINATION, "down");
    assertThat(log().openBreaker(DESTINATION, "down")).isLessThanOrEqualTo(SECOND);
  }

  @Test
  default void openBreakerIsKnownToEveryLane() {
    log().openBreaker(DESTINATION, "down");
    assertThat(states().openBreakers()).containsOnlyKeys(DESTINATION);
    assertThat(states().openBreakers().get(DESTINATION)).isLessThanOrEqualTo(SECOND);
    pass(Duration.ofMinutes(1));
    assertThat(states().openBreakers()).containsEntry(DESTINATION, Duration.ZERO);
  }

  @Test
  default void oneLaneProbesAtATimeAndNoneTooEarly() {
    assertThat(takeProbe()).as("it is closed").isFalse();
    log().openBreaker(DESTINATION, "down");
    assertThat(takeProbe()).as("it was opened just now").isFalse();
    pass(SECOND.plusMillis(1));
    assertThat(takeProbe()).isTrue();
    assertThat(takeProbe()).as("another lane").isFalse();
    pass(SECOND.plusMillis(1));
    assertThat(takeProbe()).as("the other one never answered").isTrue();
  }

  @Test
  default void pausesAreKnown() {
    assertThat(states().pausedStreams()).isEmpty();
    pause("a", DESTINATION);
    assertThat(states().pausedStreams()).containsExactly("a");
    assertThat(states().pausedDestinations()).containsExactly(DESTINATION);
    assertThat(states().openBreakers()).isEmpty();
  }
}
