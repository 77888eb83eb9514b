package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Outlet.Breaker;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OutletTest {

  private static final int BATCH = 10;

  private final Outlet outlet = new Outlet(new Destination("fake", "orders", Format.RAW, true));

  private void offer(int count) {
    for (int seq = 1; seq <= count; seq++) {
      outlet.offer(Events.owed(seq, "key-" + seq % 2));
    }
  }

  private static List<Long> seqs(List<OwedEvent> events) {
    return events.stream().map(OwedEvent::seq).toList();
  }

  @Test
  void closedBreakerLetsReadAndPublish() {
    assertThat(outlet.breaker(0)).isEqualTo(Breaker.CLOSED);
    assertThat(outlet.readable(BATCH, 0)).isEqualTo(BATCH);
    assertThat(outlet.accepts(0, 0)).isTrue();
    assertThat(outlet.idle()).isTrue();
  }

  @Test
  void fullQueueIsNotReadFor() {
    offer(Outlet.CALL * BATCH - 1);
    assertThat(outlet.readable(BATCH, 0)).isEqualTo(BATCH);
    outlet.offer(Events.owed(Outlet.CALL * BATCH, "key"));
    assertThat(outlet.readable(BATCH, 0)).isZero();
  }

  @Test
  void eventsAreTakenInOrder() {
    offer(5);
    assertThat(outlet.firstSeq()).isEqualTo(1);
    assertThat(seqs(outlet.take(3))).containsExactly(1L, 2L, 3L);
    assertThat(seqs(outlet.take(3))).containsExactly(4L, 5L);
    assertThat(outlet.take(3)).isEmpty();
    assertThat(outlet.firstSeq()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void openBreakerBarsReadingUntilItsTime() {
    outlet.breakerOpen(100, 500);
    assertThat(outlet.breaker(499)).isEqualTo(Breaker.OPEN);
    assertThat(outlet.readable(BATCH, 499)).isZero();
    assertThat(outlet.accepts(200, 499)).isFalse();
    assertThat(outlet.open()).isTrue();
  }

  @Test
  void whenItsTimeHasComeOneEventIsReadForTheProbe() {
    outlet.breakerOpen(100, 500);
    assertThat(outlet.breaker(500)).isEqualTo(Breaker.PROBE_DUE);
    assertThat(outlet.readable(BATCH, 500)).isEqualTo(1);
    assertThat(outlet.accepts(499, 500)).isTrue();
    offer(1);
    assertThat(outlet.readable(BATCH, 500)).isZero();
    assertThat(outlet.open()).isTrue();
  }

  @Test
  void nothingIsReadWhileAProbeIsUnderWay() {
    outlet.takingProbe(500);
    assertThat(outlet.readable(BATCH, 501)).isZero();
    outlet.probing(502);
    assertThat(outlet.readable(BATCH, 503)).isZero();
    assertThat(outlet.accepts(503, 503)).isFalse();
    outlet.breakerClosed(504);
    assertThat(outlet.readable(BATCH, 505)).isEqualTo(BATCH);
    assertThat(outlet.open()).isFalse();
  }

  @Test
  void readThatBeganBeforeEverythingWasDroppedIsRefused() {
    offer(3);
    assertThat(seqs(outlet.dropAll(100))).containsExactly(1L, 2L, 3L);
    assertThat(outlet.waiting()).isZero();
    assertThat(outlet.accepts(99, 200)).isFalse();
    assertThat(outlet.accepts(100, 200)).isFalse();
    assertThat(outlet.accepts(101, 200)).isTrue();
  }

  @Test
  void keyThatIsDroppedLeavesTheOthersInOrder() {
    offer(6);
    assertThat(seqs(outlet.drop(event -> event.key().key().equals("key-1"))))
        .containsExactly(1L, 3L, 5L);
    assertThat(seqs(outlet.take(9))).containsExactly(2L, 4L, 6L);
  }

  @Test
  void isolatedEventsGoFirstAndOneByOne() {
    offer(5);
    List<OwedEvent> taken = outlet.take(2);
    outlet.isolate(taken);
    assertThat(seqs(outlet.take(BATCH))).containsExactly(1L);
    assertThat(seqs(outlet.take(BATCH))).containsExactly(2L);
    assertThat(seqs(outlet.take(BATCH))).containsExactly(3L, 4L, 5L);
  }

  @Test
  void publishingOutletIsNotIdle() {
    outlet.publishing(true);
    assertThat(outlet.idle()).isFalse();
    outlet.publishing(false);
    assertThat(outlet.idle()).isTrue();
  }

  @Test
  void pauseStopsReadingAndItsEndFreesTheWay() {
    assertThat(outlet.learn(true, false, 0, 10)).isFalse();
    assertThat(outlet.readable(BATCH, 11)).isZero();
    assertThat(outlet.learn(false, false, 0, 20)).isTrue();
    assertThat(outlet.readable(BATCH, 21)).isEqualTo(BATCH);
    assertThat(outlet.learn(false, false, 0, 30)).isFalse();
  }

  @Test
  void breakerThatAnotherLaneOpenedOrClosedIsLearned() {
    outlet.learn(false, true, 500, 10);
    assertThat(outlet.breaker(499)).isEqualTo(Breaker.OPEN);
    assertThat(outlet.breaker(500)).isEqualTo(Breaker.PROBE_DUE);
    assertThat(outlet.learn(false, false, 0, 20)).isTrue();
    assertThat(outlet.breaker(500)).isEqualTo(Breaker.CLOSED);
  }

  @Test
  void whatThisLaneKnowsBetterSinceItAskedIsKept() {
    outlet.breakerOpen(100, 500);
    assertThat(outlet.learn(false, false, 0, 99)).isFalse();
    assertThat(outlet.breaker(200)).isEqualTo(Breaker.OPEN);
    outlet.probing(300);
    outlet.learn(false, false, 0, 400);
    assertThat(outlet.breaker(401)).isEqualTo(Breaker.PROBING);
  }

  @Test
  void closedBreakerStillWaitsForThePauseToEnd() {
    outlet.learn(true, true, 500, 10);
    assertThat(outlet.learn(true, false, 0, 20)).isFalse();
    assertThat(outlet.readable(BATCH, 21)).isZero();
  }
}
