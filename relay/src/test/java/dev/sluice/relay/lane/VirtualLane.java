package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.FakeBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A lane on the simulated log, with a scripted broker, step by step on a virtual clock. */
final class VirtualLane {

  private static final Duration STEP = Duration.ofMillis(5);

  final FakeBroker broker;
  private final Random random;
  private final SimulatedDatabase database;
  private final RelayConfig config;
  private Tasks tasks;
  private Lane lane;

  VirtualLane(String mode, long seed) {
    String name = "virtual-" + UUID.randomUUID();
    broker = FakeBroker.named(name);
    random = new Random(seed);
    database = new SimulatedDatabase(random);
    database.skips = false;
    config =
        RelayConfig.parse(
            Environments.with(
                Map.of(
                    "SLUICE_ROUTES",
                    "[{\"stream\":\"*\",\"destination\":\"fake:" + name + "\"}]",
                    "SLUICE_MODE",
                    mode,
                    "SLUICE_PUBLISH_TIMEOUT",
                    "1s")));
    tasks = tasks();
    lane = lane();
  }

  private Tasks tasks() {
    SimulatedLog log = SimulatedLog.withoutLosses(database, random);
    return new Tasks(log, log, unused -> new AtOnce());
  }

  private Lane lane() {
    PublisherContext context = new PublisherContext(Map.of(), config.publishTimeout());
    Publishers publishers = new Publishers(List.of(new FakeBroker.Provider()), context);
    Lane begun =
        new Lane(
            config,
            config.subscriptions().getFirst(),
            new Peers(),
            tasks,
            publishers,
            database::nanos,
            random,
            Invocation.WHOLE,
            "lane",
            BlockedKeys.MOST_OF_STREAM);
    begun.begin(Deadlines.NEVER);
    return begun;
  }

  void append(String... keys) {
    for (String key : keys) {
      database.application.commit(new EventKey("s", key));
    }
  }

  boolean delivered(String key) {
    return broker.delivered().stream().anyMatch(message -> message.key().equals(key));
  }

  /** How often it failed, or -1 if it is not held. */
  int failures(long seq) {
    SimulatedHeld.Held row = database.held.find(seq);
    return row == null ? -1 : row.failures();
  }

  /** How long it takes until then, at the most so long. */
  Duration until(BooleanSupplier reached, Duration most) {
    long start = database.nanos();
    while (!reached.getAsBoolean() && database.nanos() - start < most.toNanos()) {
      step();
    }
    return Duration.ofNanos(database.nanos() - start);
  }

  /** To its end; the next invocation begins a minute later. */
  void invocation() {
    while (lane.working()) {
      step();
    }
    lane.finish();
    tasks.throwBug();
    database.pass(Duration.ofMinutes(1).toNanos());
    tasks = tasks();
    lane = lane();
  }

  private void step() {
    lane.step();
    database.pass(STEP.toNanos());
    tasks.await(0);
    tasks.throwBug();
  }
}
