package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.Named;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A lane whose last owner died. */
final class CarefulLaneTest {

  private static final Duration TTL = Duration.ofSeconds(3);
  private static final int BATCH = 50;
  private static final Map<String, String> TWO_DESTINATIONS =
      Map.of(
          "SLUICE_ROUTES",
          """
          [{"stream":"a","destination":"fake:one"},{"stream":"*","destination":"fake:two"}]
          """);

  private final SimulatedDatabase database = new SimulatedDatabase(new Random(1));
  private final RecordingPublisher publisher = new RecordingPublisher(() -> {});

  /** Leases all shards, names some events, and is gone. */
  private void crash(Map<Integer, List<Long>> named, boolean alone) {
    EventLog.Lease lease =
        database.lease(new LeaseRequest("dead", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    long token = lease.token();
    ShardSet taken = taken(lease);
    while (!taken.equals(ShardSet.ALL)) {
      taken =
          taken.with(
              taken(
                  database.lease(new LeaseRequest("dead", token, taken, ShardSet.ALL, TTL, TTL))));
    }
    database.shards.name(token, new Named(named, alone, 0));
    database.pass(TTL.toNanos() + 1);
  }

  private static ShardSet taken(EventLog.Lease lease) {
    return lease.progress().stream().map(Progress::shards).reduce(ShardSet.NONE, ShardSet::with);
  }

  private LoneLane lane(Map<String, String> settings, Function<String, @Nullable Object> instead) {
    return lane(publisher, settings, instead);
  }

  private LoneLane lane(
      RecordingPublisher to,
      Map<String, String> settings,
      Function<String, @Nullable Object> instead) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("SLUICE_BATCH", String.valueOf(BATCH));
    return new LoneLane(database, to, all, instead);
  }

  private static @Nullable Object asItIs(String method) {
    return null;
  }

  private static void turns(LoneLane lane, int count) {
    for (int i = 0; i < count; i++) {
      lane.turn();
    }
  }

  @Test
  void carefulCallsAreSmallUntilNothingIsLeft() {
    crash(Map.of(), false);
    database.application.commit(200);
    LoneLane lane = lane(Map.of(), CarefulLaneTest::asItIs);
    turns(lane, 1000);
    assertThat(database.accounted()).isTrue();
    assertThat(publisher.calls()).allMatch(call -> call.size() <= Caution.CALL);
    assertThat(database.shards.crashed()).as("the log was idle").isFalse();
    database.application.commit(200);
    turns(lane, 1000);
    assertThat(publisher.calls())
        .as("full speed again")
        .anyMatch(call -> call.size() > Caution.CALL);
  }

  @Test
  void suspectsAreSentAlone() {
    database.application.commit(100);
    List<Long> suspects = List.of(40L, 41L);
    Map<Integer, List<Long>> named = new HashMap<>();
    for (SimulatedEvent event : database.application.committed()) {
      if (suspects.contains(event.seq())) {
        named.computeIfAbsent(event.shard(), shard -> new ArrayList<>()).add(event.seq());
      }
    }
    crash(named, false);
    turns(lane(Map.of(), CarefulLaneTest::asItIs), 300);
    assertThat(database.accounted()).isTrue();
    assertThat(publisher.calls()).contains(List.of(40L), List.of(41L));
    assertThat(publisher.calls()).as("afterwards").anyMatch(call -> call.size() > 1);
  }

  /** The suspects were delivered before their lane died: nobody meets them. */
  @Test
  void suspectsThatNeverComeAreGivenUp() {
    database.application.commit(1000);
    crash(Map.of(0, List.of(1_000_000L)), false);
    turns(lane(Map.of(), CarefulLaneTest::asItIs), 1000);
    assertThat(database.accounted()).isTrue();
    List<Integer> sizes = publisher.calls().stream().map(List::size).toList();
    assertThat(sizes.subList(0, Caution.MOST_ALONE)).containsOnly(1);
    assertThat(sizes).as("afterwards").anyMatch(size -> size > Caution.CALL);
  }

  @Test
  void oneCallIsInFlightWhateverItsDestination() {
    database.application.commit(100);
    LoneLane control = lane(TWO_DESTINATIONS, CarefulLaneTest::asItIs).holdCalls();
    turns(control, 20);
    assertThat(control.callsHeld()).isEqualTo(2);

    database.pass(Duration.ofHours(1).toNanos());
    LoneLane lane = lane(TWO_DESTINATIONS, CarefulLaneTest::asItIs).holdCalls();
    turns(lane, 20);
    assertThat(lane.callsHeld()).isEqualTo(1);
  }

  /** There is always something for each. */
  @Test
  void destinationsTakeTurns() {
    database.application.commit(2000);
    crash(Map.of(), false);
    LoneLane lane = lane(TWO_DESTINATIONS, CarefulLaneTest::asItIs);
    for (int i = 0; i < 1000 && publisher.calls().size() < 2; i++) {
      lane.turn();
    }
    assertThat(publisher.destinations().subList(0, 2))
        .containsExactlyInAnyOrder("fake:one", "fake:two");
  }

  /** A later crash must not be blamed on what was answered. */
  @Test
  void answeredEventsAreNotNamedAnyMore() {
    database.application.commit(200);
    crash(Map.of(), false);
    LoneLane lane =
        lane(
            Map.of(),
            method -> {
              if (method.equals("page") && !publisher.calls().isEmpty()) {
                throw new LogLostException("lost", new IllegalStateException("on purpose"));
              }
              return null;
            });
    Set<Long> named = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      lane.turn();
      named.addAll(database.shards.named());
    }
    assertThat(publisher.calls()).isNotEmpty();
    assertThat(named).containsAll(publisher.calls().getFirst());
    assertThat(database.shards.named()).isEmpty();
    assertThat(database.shards.crashed()).as("still careful").isTrue();
  }

  /** A run's careful part counts for the next run: each one alone would be too short. */
  @Test
  void carefulModeEndsUnderConstantLoadThatOutlastsEachRun() {
    database.application.commit(2 * BATCH);
    crash(Map.of(), false);
    RecordingPublisher busy = new RecordingPublisher(() -> database.application.commit(40));
    int budget = DestinationQueue.mostEvents(BATCH);
    int runs = 0;
    do {
      LoneLane lane = lane(busy, Map.of(), CarefulLaneTest::asItIs);
      int before = sent(busy);
      for (int i = 0; i < 10_000 && sent(busy) < before + budget / 3; i++) {
        lane.turn();
      }
      lane.release();
    } while (database.shards.crashed() && ++runs < 100);
    assertThat(runs).isBetween(2, 30);
    assertThat(sent(busy)).isGreaterThanOrEqualTo(budget);
    assertThat(database.application.committed()).as("more waits").hasSizeGreaterThan(sent(busy));
  }

  private static int sent(RecordingPublisher publisher) {
    return publisher.calls().stream().mapToInt(List::size).sum();
  }

  @Test
  void eventsOfShardsThatWereTakenWhileTheyWereNamedAreNotSent() {
    crash(Map.of(), false);
    database.application.commit(100);
    turns(lane(Map.of(), method -> method.equals("name") ? ShardSet.NONE : null), 300);
    assertThat(publisher.calls()).isEmpty();
  }

  @Test
  void nothingIsSentWhenTheLeaseEndedWhileItWasNamed() {
    crash(Map.of(), false);
    database.application.commit(100);
    turns(lane(Map.of(), slowNames(TTL)), 300);
    assertThat(publisher.calls()).isEmpty();
  }

  @Test
  void nothingIsSentAfterTheLaneWasToldToEnd() {
    crash(Map.of(), false);
    database.application.commit(100);
    Duration remaining = Duration.ofSeconds(20);
    LoneLane lane = lane(Map.of("SLUICE_LEASE", "60s"), slowNames(remaining)).endsAfter(remaining);
    turns(lane, 10);
    assertThat(publisher.calls()).isEmpty();
  }

  private Function<String, @Nullable Object> slowNames(Duration time) {
    return method -> {
      if (method.equals("name")) {
        database.pass(time.toNanos());
      }
      return null;
    };
  }
}
