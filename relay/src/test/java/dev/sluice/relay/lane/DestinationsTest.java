package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.FakeBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What people and other lanes say of a place, and what this lane knows better. */
final class DestinationsTest {

  private static final String PLACE = "fake:place";
  private static final States NOTHING = states(Set.of(), Set.of(), Map.of());
  private static final States OPEN =
      states(Set.of(), Set.of(), Map.of(PLACE, Duration.ofNanos(500)));
  private static final int PAGE = 10;

  private final BlockedKeys blocked = new BlockedKeys(100, new Random(1));
  private final Destinations destinations = destinations();

  private static Destinations destinations() {
    RelayConfig config =
        RelayConfig.parse(
            Environments.with(
                Map.of(
                    "SLUICE_ROUTES",
                    """
                    [{"stream":"raw","destination":"fake:place","format":"RAW"},
                     {"stream":"wrapped","destination":"fake:place","format":"ENVELOPE"},
                     {"stream":"loose","destination":"fake:place","format":"RAW","order":"NONE"},
                     {"stream":"too","destination":"fake:place","format":"RAW"},
                     {"stream":"other","destination":"fake:other"},
                     {"stream":"own.*","destination":"fake:{stream}"}]
                    """)));
    Publishers publishers =
        new Publishers(
            List.of(new FakeBroker.Provider()),
            new PublisherContext(Map.of(), Duration.ofSeconds(1)));
    return new Destinations(
        config.subscriptions().getFirst(), publishers, new Listeners(System::nanoTime));
  }

  private static States states(
      Set<String> streams, Set<String> places, Map<String, Duration> breakers) {
    return new States(streams, places, breakers, 0, ShardSet.NONE);
  }

  private DestinationQueue queue(String stream) {
    return Objects.requireNonNull(destinations.queueOf(stream));
  }

  private void learn(States states, long at) {
    destinations.learn(states, at, at, blocked);
  }

  @Test
  void routesOfOneFormatAndOrderShareAQueueAndOthersHaveTheirOwn() {
    assertThat(queue("raw")).isSameAs(queue("too"));
    assertThat(List.of("raw", "wrapped", "loose", "other").stream().map(this::queue))
        .doesNotHaveDuplicates();
    assertThat(destinations.queues().stream().map(DestinationQueue::name)).doesNotHaveDuplicates();
    assertThat(destinations.queueOf("nowhere")).isNull();
    assertThat(destinations.unrouted()).isEqualTo(1);
  }

  @Test
  void eachStreamOfARouteByStreamHasAQueueAndABreakerOfItsOwn() {
    assertThat(queue("own.a").destination.uri()).isEqualTo("fake:own.a");
    assertThat(queue("own.b")).isNotSameAs(queue("own.a"));
    learn(states(Set.of(), Set.of(), Map.of("fake:own.a", Duration.ofNanos(500))), 10);
    assertThat(destinations.hasRoom("own.a", PAGE)).isFalse();
    assertThat(destinations.hasRoom("own.b", PAGE)).isTrue();
    assertThat(destinations.queueOf("own.a b")).isNull();
  }

  @Test
  void queueThatHasNothingUnderWayIsForgottenUnlessItsBreakerIsOpen() {
    DestinationQueue idle = queue("own.idle");
    DestinationQueue waiting = queue("own.waiting");
    DestinationQueue down = queue("own.down");
    waiting.offerHeads(List.of());
    down.breaker.opening(5);
    learn(NOTHING, 10);
    assertThat(destinations.queues()).containsExactlyInAnyOrder(waiting, down);
    assertThat(destinations.used()).as("what a crash may have met in flight").isEqualTo(3);
    assertThat(queue("own.idle")).isNotSameAs(idle);
  }

  @Test
  void breakerThatAnotherLaneOpenedOrClosedIsLearnedByEveryQueueOfThePlace() {
    queue("raw");
    queue("wrapped");
    learn(OPEN, 10);
    assertThat(destinations.openBreakers()).as("places").isEqualTo(1);
    for (String stream : List.of("raw", "wrapped", "loose")) {
      assertThat(destinations.hasRoom(stream, PAGE)).isFalse();
      assertThat(queue(stream).breaker.probeDue(509)).isFalse();
      assertThat(queue(stream).breaker.probeDue(510)).isTrue();
    }
    assertThat(destinations.hasRoom("other", PAGE)).isTrue();
    learn(NOTHING, 20);
    assertThat(destinations.hasRoom("raw", PAGE)).isTrue();
    assertThat(destinations.openBreakers()).isZero();
  }

  @Test
  void whatThisLaneKnowsBetterSinceItAskedIsKept() {
    Breaker breaker = queue("raw").breaker;
    breaker.open(100, 500);
    destinations.learn(NOTHING, 99, 120, blocked);
    assertThat(breaker.closed()).as("opened after the database was asked").isFalse();
    breaker.takingProbe(500);
    breaker.probe(510);
    learn(NOTHING, 600);
    assertThat(breaker.probing()).as("the probe's answer decides").isTrue();
  }

  @Test
  void openBreakerTakesEventsForTheProbeAlone() {
    learn(OPEN, 10);
    assertThat(destinations.mayTake("raw", true)).isTrue();
    assertThat(destinations.mayTake("raw", false)).isFalse();
    assertThat(destinations.nextProbe()).isEqualTo(510);
  }

  @Test
  void pauseOfAStreamOrAPlaceStopsReadingUntilItsEnd() {
    learn(states(Set.of("raw"), Set.of(), Map.of()), 10);
    assertThat(destinations.hasRoom("raw", PAGE)).isFalse();
    assertThat(destinations.isAwaited("raw")).isFalse();
    assertThat(destinations.hasRoom("too", PAGE)).isTrue();
    learn(states(Set.of(), Set.of(PLACE), Map.of()), 20);
    assertThat(destinations.hasRoom("raw", PAGE)).isFalse();
    assertThat(destinations.hasRoom("wrapped", PAGE)).isFalse();
    assertThat(destinations.hasRoom("other", PAGE)).isTrue();
    learn(NOTHING, 30);
    assertThat(destinations.hasRoom("raw", PAGE)).isTrue();
  }

  @Test
  void closedBreakerStillWaitsForThePauseToEnd() {
    learn(states(Set.of(), Set.of(PLACE), Map.of(PLACE, Duration.ofNanos(500))), 10);
    assertThat(destinations.isAwaited("raw")).isFalse();
    learn(states(Set.of(), Set.of(PLACE), Map.of()), 20);
    assertThat(queue("raw").breaker.closed()).isTrue();
    assertThat(destinations.hasRoom("raw", PAGE)).isFalse();
  }
}
