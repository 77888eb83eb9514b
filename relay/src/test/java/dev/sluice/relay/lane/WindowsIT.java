package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.lane.RandomApplication.Appended;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Random transactions of an application and random steps of two lanes on a real server: every
 * committed event is in the ledger once, and after those of its key that it could see.
 */
@Isolated("its transactions stay open for long, and another database's count for late commits too")
@Execution(ExecutionMode.SAME_THREAD)
final class WindowsIT {

  private static final int STEPS = 150;
  private static final String EXPIRE =
      "UPDATE outbox.shard SET leased_until = now() - interval '1 s' WHERE shard %% 2 = %d";
  private static final String LEDGER =
      """
      SELECT seq FROM outbox.delivery, unnest(seqs) WITH ORDINALITY AS u(seq, place)
      WHERE stream LIKE '%s%%' ORDER BY number, place
      """;

  private static TestDatabase database;
  private static PostgresLog one;
  private static PostgresLog two;

  @BeforeAll
  static void start() {
    database = new TestDatabase();
    one = database.log();
    two = database.log();
  }

  @AfterAll
  static void stop() {
    one.close();
    two.close();
    database.close();
  }

  @Test
  void everyCommittedEventIsReadOnceAndAfterItsPredecessors() throws SQLException {
    for (int seed = 0; seed < Volume.of(40, 400); seed++) {
      assertThat(explore(seed, false)).as("seed " + seed).isNull();
    }
  }

  /** The control: a target that moves repeats events. */
  @Test
  void targetThatMovesIsFound() throws SQLException {
    @Nullable String found = null;
    for (int seed = 0; found == null && seed < 200; seed++) {
      found = explore(seed, true);
    }
    assertThat(found).isNotNull();
  }

  /** What went wrong; null if nothing did. */
  private static @Nullable String explore(int seed, boolean movesTargets) throws SQLException {
    Random random = new Random(seed);
    String prefix = (movesTargets ? "moved-" : "seed-") + seed + "-";
    List<String> streams = IntStream.range(0, 3).mapToObj(i -> prefix + i).toList();
    try (RandomApplication application = new RandomApplication(database, random, streams)) {
      List<StepwiseLane> lanes =
          List.of(
              new StepwiseLane(one, random, movesTargets),
              new StepwiseLane(two, random, movesTargets));
      database.execute(EXPIRE.formatted(0));
      database.execute(EXPIRE.formatted(1));
      for (int step = 0; step < STEPS; step++) {
        act(random, application, lanes);
      }
      Map<Long, Appended> committed = application.end();
      lanes.forEach(StepwiseLane::forget);
      database.execute(EXPIRE.formatted(0));
      database.execute(EXPIRE.formatted(1));
      new StepwiseLane(one, random, movesTargets).drain();
      return fault(committed, database.rows(LEDGER.formatted(prefix)));
    }
  }

  private static void act(Random random, RandomApplication application, List<StepwiseLane> lanes)
      throws SQLException {
    int choice = random.nextInt(100);
    if (choice < 45) {
      application.step();
    } else if (choice < 95) {
      lanes.get(random.nextInt(2)).step();
    } else if (choice < 97) {
      lanes.get(random.nextInt(2)).forget(); // killed
    } else {
      database.execute(EXPIRE.formatted(random.nextInt(2))); // its owner goes on as if frozen
    }
  }

  private static @Nullable String fault(Map<Long, Appended> committed, List<String> ledger) {
    Map<Long, Integer> places = new HashMap<>();
    for (String seq : ledger) {
      if (places.put(Long.parseLong(seq), places.size()) != null) {
        return "twice: " + seq;
      }
    }
    if (!places.keySet().equals(committed.keySet())) {
      return "in the ledger " + places.keySet() + ", committed " + committed.keySet();
    }
    for (Appended event : committed.values()) {
      for (long before : event.before()) {
        if (before < event.seq() && place(places, before) > place(places, event.seq())) {
          return event.seq() + " came before " + before;
        }
      }
    }
    return null;
  }

  private static int place(Map<Long, Integer> places, long seq) {
    return places.getOrDefault(seq, Integer.MAX_VALUE);
  }
}
