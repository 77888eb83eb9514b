package dev.sluice.relay.lane;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two lanes, an application and a broker in a random schedule: lanes are killed, by events that
 * they send and for other reasons, freeze and wake up, lose the database and end their runs.
 */
final class Simulation {

  private static final int STEPS = 500;
  private static final int POISON_ONE_IN = 60;
  private static final int MOST_STEPS = 20_000;
  private static final int LONGEST_STEP = 80_000_000;
  private static final long LONGEST_OUTAGE = Duration.ofSeconds(5).toNanos();
  private static final List<RelayConfig> CONFIGS =
      List.of(
          config("LOOP", 1),
          config("LOOP", 50),
          copying(config("LOOP", 4)),
          config("DRAIN", 3),
          copying(config("DRAIN", 50)));

  private final Random random;
  private final PlantedFault fault;
  private final SimulatedDatabase database;
  private final SimulatedBroker broker;
  private final RelayConfig config;
  private final boolean onlyPoisonKills;
  private final SimulatedLane[] lanes = new SimulatedLane[2];
  private final List<SimulatedLane> frozen = new ArrayList<>();

  private Simulation(int seed, PlantedFault fault) {
    this.random = new Random(seed);
    this.fault = fault;
    database = new SimulatedDatabase(random);
    broker = new SimulatedBroker(database, random, fault);
    database.application.poisonOneIn = POISON_ONE_IN;
    onlyPoisonKills = random.nextInt(3) == 0;
    config = CONFIGS.get(random.nextInt(CONFIGS.size()));
    lanes[0] = start();
    lanes[1] = start();
  }

  private static RelayConfig config(String mode, int batch) {
    return RelayConfig.parse(
        Environments.with(
            Map.of(
                "SLUICE_ROUTES",
                """
                [{"stream":"a","destination":"fake:one"},
                 {"stream":"b","destination":"fake:two","onDead":"BLOCK"},
                 {"stream":"*","destination":"fake:two"}]
                """,
                "SLUICE_MODE",
                mode,
                "SLUICE_BATCH",
                String.valueOf(batch),
                "SLUICE_LEASE",
                "3s",
                "SLUICE_ORPHAN_GRACE",
                "10s",
                "SLUICE_PUBLISH_TIMEOUT",
                "1s",
                "SLUICE_RETRY",
                "200ms..1s x2 ±20%",
                "SLUICE_MAX_ATTEMPTS",
                "8")));
  }

  private static RelayConfig copying(RelayConfig config) {
    return DeadLetterQueues.with(config, "fake:letters");
  }

  /** What went wrong; null if nothing did. */
  static @Nullable String run(int seed, PlantedFault fault) {
    return new Simulation(seed, fault).run();
  }

  private SimulatedLane start() {
    return new SimulatedLane(database, broker, random, fault, config);
  }

  private @Nullable String run() {
    for (int i = 0; i < STEPS; i++) {
      int choice = random.nextInt(1000);
      if (choice < 250) {
        database.application.step();
      } else if (choice < 977) {
        stepLane();
      } else if (choice < 978) {
        operate();
      } else if (choice < 980) {
        broker.goDown(random.nextLong(LONGEST_OUTAGE));
      } else if (onlyPoisonKills) {
        stepLane();
      } else if (choice < 987) {
        lanes[random.nextInt(2)] = start(); // killed: its lease runs out
      } else if (choice < 994) {
        freeze(random.nextInt(2));
      } else if (!frozen.isEmpty()) {
        wake(frozen.remove(random.nextInt(frozen.size())));
      }
      pass();
    }
    database.application.end();
    for (int i = 0; i < MOST_STEPS && !quiet(); i++) {
      stepLane();
      pass();
      if (random.nextInt(50) == 0) {
        operate();
      }
    }
    boolean careful = database.shards.crashed();
    lookForRepeats();
    @Nullable String fault = verdict();
    return fault == null && careful ? "careful after all was done" : fault;
  }

  private boolean quiet() {
    return database.accounted() && !database.shards.crashed();
  }

  private void operate() {
    database.held.operate(random, database.application::repair, database.nanos());
  }

  private void pass() {
    database.pass(random.nextInt(LONGEST_STEP));
    lanes[0].hurry();
    lanes[1].hurry();
  }

  private void stepLane() {
    int i = random.nextInt(2);
    if (!lanes[i].step()) {
      lanes[i] = start();
    }
  }

  private void freeze(int i) {
    lanes[i].freeze();
    frozen.add(lanes[i]);
    lanes[i] = start();
  }

  /** It goes on with what it was about to do. */
  private void wake(SimulatedLane lane) {
    boolean working = true;
    for (int i = random.nextInt(30); working && i > 0; i--) {
      working = lane.step();
    }
  }

  /** New owners begin where the last ones say that they were. */
  private void lookForRepeats() {
    lanes[0] = start();
    lanes[1] = start();
    for (int i = 0; i < 300; i++) {
      stepLane();
      pass();
    }
  }

  private @Nullable String verdict() {
    Set<Long> gone = new HashSet<>(database.held.discarded());
    gone.addAll(database.held.dead());
    for (SimulatedEvent event : database.application.committed()) {
      long seq = event.seq();
      if (database.application.isPoison(seq) && !database.held.condemned().contains(seq)) {
        return "not condemned: " + database.describe(seq);
      }
      if (!gone.contains(seq) && !broker.first().containsKey(seq)) {
        return "lost: " + database.describe(seq);
      }
      if (!gone.contains(seq) && !database.ledger.contains(seq)) {
        return "not accounted for: " + database.describe(seq);
      }
      for (long before : event.before()) {
        if (before < seq && passed(event, before)) {
          return "order: " + seq + " came before " + before;
        }
      }
    }
    if (config.deadLetters() != null && !database.uncopied.isEmpty()) {
      return "dead without a copy: " + database.uncopied;
    }
    for (long seq : database.held.condemned()) {
      if (onlyPoisonKills && (!database.application.isPoison(seq) || broker.killedAlone(seq) < 2)) {
        return "condemned: " + database.describe(seq);
      }
    }
    return broker.again().isEmpty() ? null : "again, although in the ledger: " + broker.again();
  }

  /** Behind what died, order is promised where that blocks. */
  private boolean passed(SimulatedEvent event, long before) {
    boolean blocks = event.key().stream().equals("b");
    Set<Long> excused = blocks ? database.held.discarded() : database.died;
    int place = broker.first().getOrDefault(event.seq(), Integer.MAX_VALUE);
    return !excused.contains(before)
        && place < Integer.MAX_VALUE
        && broker.first().getOrDefault(before, Integer.MAX_VALUE) > place;
  }
}
