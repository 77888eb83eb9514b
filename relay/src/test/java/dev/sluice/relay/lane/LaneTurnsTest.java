package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A lane alone on a log that is slow, or that takes its shards away. */
final class LaneTurnsTest {

  private final Random random = new Random(1);
  private final SimulatedDatabase database = new SimulatedDatabase(random);

  /**
   * @param steps of the loop, at the most
   * @param instead by the name of a method: its answer, or null for the database's
   */
  private boolean settlesEverything(int steps, Function<String, @Nullable Object> instead) {
    for (int i = 0; i < 200; i++) {
      database.application.step();
    }
    database.application.end();
    SimulatedBroker broker = new SimulatedBroker(database, random, PlantedFault.NONE);
    SimulatedPublisher publisher =
        new SimulatedPublisher(broker, false, SimulatedPublisher.UNCHECKED);
    LoneLane lane = new LoneLane(database, publisher, Map.of(), instead);
    for (int i = 0; i < steps && !database.accounted(); i++) {
      assertThat(lane.turn()).isTrue();
    }
    return database.accounted();
  }

  @Test
  void pagesAreReadAlthoughEveryNewsTakesLong() {
    assertThat(
            settlesEverything(
                1500,
                method -> {
                  if (method.equals("news")) {
                    database.pass(Duration.ofMillis(400).toNanos());
                  }
                  return null;
                }))
        .isTrue();
  }

  @Test
  void laneThatSeesNothingForLongLooksHalfAsOften() {
    AtomicInteger looks = new AtomicInteger();
    SimulatedBroker broker = new SimulatedBroker(database, random, PlantedFault.NONE);
    LoneLane lane =
        new LoneLane(
            database,
            new SimulatedPublisher(broker, false, SimulatedPublisher.UNCHECKED),
            Map.of(),
            method -> {
              looks.addAndGet(method.equals("news") ? 1 : 0);
              return null;
            });
    int early = looksIn(lane, looks, Duration.ofSeconds(4));
    looksIn(lane, looks, Duration.ofSeconds(20)); // it takes more shards meanwhile
    int late = looksIn(lane, looks, Duration.ofSeconds(4));
    assertThat(late).isBetween(early * 4 / 10, early * 6 / 10);
    database.application.commit(1);
    assertThat(looksIn(lane, looks, Duration.ofSeconds(4))).isGreaterThan(late * 3 / 2);
  }

  /** It does not know which keys wait by now, and could send an event before an earlier one. */
  @Test
  void laneThatCannotLookForChangesReadsNothing() {
    database.application.commit(10);
    AtomicInteger pages = new AtomicInteger();
    AtomicBoolean lost = new AtomicBoolean(true);
    SimulatedBroker broker = new SimulatedBroker(database, random, PlantedFault.NONE);
    LoneLane lane =
        new LoneLane(
            database,
            new SimulatedPublisher(broker, false, SimulatedPublisher.UNCHECKED),
            Map.of(),
            method -> {
              if (method.equals("states") && lost.get()) {
                throw new LogLostException("the look is lost", new SQLException());
              }
              pages.addAndGet(method.equals("page") ? 1 : 0);
              return null;
            });
    looksIn(lane, pages, Duration.ofSeconds(10));
    assertThat(pages).hasValue(0);
    lost.set(false);
    assertThat(looksIn(lane, pages, Duration.ofSeconds(10))).as("the control").isPositive();
  }

  private int looksIn(LoneLane lane, AtomicInteger looks, Duration time) {
    long end = database.nanos() + time.toNanos();
    int before = looks.get();
    while (database.nanos() < end) {
      lane.turn();
    }
    return looks.get() - before;
  }

  @Test
  void deliveredEventsAreSettledAlthoughTheLaneWasToldToEnd() {
    database.application.commit(10);
    RecordingPublisher publisher = new RecordingPublisher(() -> {});
    Duration remaining = Duration.ofSeconds(60);
    LoneLane lane =
        new LoneLane(database, publisher, Map.of(), method -> null)
            .endsAfter(remaining)
            .holdCalls();
    for (int i = 0; i < 100 && lane.callsHeld() == 0; i++) {
      lane.turn();
    }
    database.pass(remaining.toNanos() - Duration.ofMillis(2900).toNanos());
    lane.turn();
    lane.answerCalls();
    boolean working = true;
    for (int i = 0; i < 10 && working; i++) {
      working = lane.turn();
    }
    lane.release();
    assertThat(publisher.calls()).hasSize(1);
    assertThat(database.ledger).containsAll(publisher.calls().getFirst());
  }

  /** A batch of 1 has room for 8 events. */
  @Test
  void eventsOfLostShardsLeaveRoomForOthers() {
    AtomicInteger settles = new AtomicInteger();
    assertThat(
            settlesEverything(
                6000,
                method ->
                    method.equals("settle") && settles.incrementAndGet() <= 12
                        ? new EventLog.Kept(ShardSet.NONE, ShardSet.NONE)
                        : null))
        .isTrue();
    assertThat(settles.get()).isGreaterThan(12);
  }
}
