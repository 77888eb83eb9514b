package dev.sluice.relay.lane;

import dev.sluice.relay.config.RelayConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Two lanes, an application, operators and a broker in a random schedule, which a seed repeats to
 * the letter.
 */
final class Simulation {

  private static final int STEPS = 500;
  private static final int POISON_ONE_IN = 60;
  private static final int MOST_STEPS = 20_000;
  private static final int REPEATS = 300;

  /** As much as may be read ahead, and one event more. */
  private static final long MOST_BYTES = (48L << 20) + SimulatedApplication.LARGEST;

  private static final int LONGEST_STEP = 80_000_000;
  private static final long LONGER_THAN_A_LEASE = Duration.ofSeconds(4).toNanos();
  private final RandomGenerator random;
  private final PlantedFault fault;
  private final Trace trace;
  private final SimulatedDatabase database;
  private final SimulatedBroker broker;
  private final Disturbances disturbances;
  private final Invariants invariants;
  private final RelayConfig config;
  private final boolean onlyPoisonKills;
  private final SimulatedLane[] lanes = new SimulatedLane[2];
  private final List<SimulatedLane> frozen = new ArrayList<>();
  private int started;
  private int steps;
  private long mostBytes;

  private Simulation(int seed, PlantedFault fault, Trace trace) {
    this.random = new SplittableRandom(seed);
    this.fault = fault;
    this.trace = trace;
    database = new SimulatedDatabase(random, fault);
    broker = new SimulatedBroker(database, random, fault);
    disturbances = new Disturbances(database, broker, random, trace);
    invariants = new Invariants(database, broker);
    database.application.poisonOneIn = POISON_ONE_IN;
    database.application.largeOneIn = random.nextInt(4) == 0 ? 1 : Integer.MAX_VALUE;
    onlyPoisonKills = random.nextInt(3) == 0;
    config = SimulatedConfigs.any(random);
    lanes[0] = start();
    lanes[1] = start();
  }

  /**
   * @param broken the rule that was broken; null if none was
   */
  record Run(@Nullable String broken, int steps, int events) {}

  static Run run(int seed, PlantedFault fault) {
    try {
      return new Simulation(seed, fault, Trace.NONE).run();
    } catch (RuntimeException e) {
      throw new IllegalStateException("seed " + seed, e);
    }
  }

  /** Every step of it. */
  static String trace(int seed) {
    Trace trace = Trace.written();
    Run run = new Simulation(seed, PlantedFault.NONE, trace).run();
    return trace + "" + run;
  }

  /** {@code java Simulation SEED} prints every step of it; {@code FROM TO} its speed. */
  public static void main(String[] seeds) {
    int from = Integer.parseInt(seeds[0]);
    if (seeds.length == 1) {
      System.out.println(trace(from));
      return;
    }
    long start = System.nanoTime();
    long steps = 0;
    long events = 0;
    int seed = from;
    for (; seed < Integer.parseInt(seeds[1]); seed++) {
      Run run = run(seed, PlantedFault.NONE);
      steps += run.steps;
      events += run.events;
      if (run.broken != null) {
        System.out.println("seed " + seed + ": " + run.broken);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%d seeds in %.1f s: %.0f steps/s, %.0f events/s%n",
        seed - from, seconds, steps / seconds, events / seconds);
  }

  private SimulatedLane start() {
    String name = "lane-" + ++started;
    return new SimulatedLane(database, broker, random, fault, config, name, trace);
  }

  private Run run() {
    for (int i = 0; i < STEPS; i++) {
      int choice = random.nextInt(1000);
      if (choice < 250) {
        database.application.step();
      } else if (choice < 960) {
        stepLane();
      } else {
        disturb(random.nextInt(onlyPoisonKills ? 16 : 40));
      }
      pass();
    }
    calm();
    workUntil(this::quiet);
    SimulatedApplication.STREAMS.forEach(
        stream -> database.application.commit(new EventKey(stream, "last")));
    workUntil(() -> quiet() && database.states.openBreakers().isEmpty());
    String broken = invariants.broken(config.deadLetters() != null, onlyPoisonKills);
    if (broken == null) {
      lookForRepeats();
      broken = invariants.repeated();
    }
    if (broken == null && mostBytes > MOST_BYTES) {
      broken = "in memory: " + mostBytes + " bytes";
    }
    return new Run(broken, steps, database.application.committed().size());
  }

  private void disturb(int choice) {
    if (choice < 16) {
      disturbances.step();
    } else if (choice < 20) {
      replace(random.nextInt(2)); // killed: its lease runs out
    } else if (choice < 27) {
      freeze(random.nextInt(2));
    } else if (choice < 34) {
      thaw(random.nextInt(2));
    } else if (choice < 37) {
      disturbances.takeShardsAway();
    } else {
      standStill();
    }
  }

  /** All that disturbs ends. */
  private void calm() {
    trace.add("all", "calm down", null, null);
    database.application.end();
    disturbances.end();
  }

  private void workUntil(BooleanSupplier done) {
    for (int i = 0; i < MOST_STEPS && !done.getAsBoolean(); i++) {
      stepLane();
      pass();
      if (random.nextInt(10) == 0) {
        disturbances.operate();
      }
    }
  }

  private boolean quiet() {
    return !database.shards.crashed() && database.accounted();
  }

  private void pass() {
    steps++;
    long idle = Math.min(lanes[0].idle(), lanes[1].idle());
    database.pass(Math.max(random.nextInt(LONGEST_STEP), idle));
    hurry();
  }

  private void hurry() {
    lanes[0].hurry();
    lanes[1].hurry();
  }

  private void stepLane() {
    int i = random.nextInt(2);
    if (!lanes[i].step()) {
      replace(i);
    }
    mostBytes = Math.max(mostBytes, lanes[i].bytes());
  }

  private void replace(int i) {
    lanes[i] = start();
    trace.add("lane " + i, "is", "lane-" + started, null);
  }

  private void freeze(int i) {
    lanes[i].freeze();
    frozen.add(lanes[i]);
    replace(i);
  }

  /** It goes on with what it was about to do, in the place of another one. */
  private void thaw(int i) {
    if (!frozen.isEmpty()) {
      SimulatedLane thawed = frozen.remove(random.nextInt(frozen.size()));
      freeze(i);
      lanes[i] = thawed;
      trace.add("lane " + i, "is", "thawed", null);
    }
  }

  /** Leases run out, and no lane could have known. */
  private void standStill() {
    lanes[0].freeze();
    lanes[1].freeze();
    database.pass(LONGER_THAN_A_LEASE);
    trace.add("all", "stand still", null, null);
  }

  /** New owners begin where the last ones say that they were. */
  private void lookForRepeats() {
    replace(0);
    replace(1);
    for (int i = 0; i < REPEATS; i++) {
      stepLane();
      pass();
    }
  }
}
