package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Operators, the broker and the database, as they disturb lanes. */
final class Disturbances {

  private static final long LONGEST_OUTAGE = Duration.ofSeconds(5).toNanos();

  private final SimulatedDatabase database;
  private final SimulatedBroker broker;
  private final RandomGenerator random;
  private final Trace trace;

  Disturbances(
      SimulatedDatabase database, SimulatedBroker broker, RandomGenerator random, Trace trace) {
    this.database = database;
    this.broker = broker;
    this.random = random;
    this.trace = trace;
  }

  void step() {
    int choice = random.nextInt(16);
    if (choice < 4) {
      operate();
    } else if (choice < 5) {
      replay();
    } else if (choice < 10) {
      trace.add("broker", "is down", broker.fail(random.nextLong(LONGEST_OUTAGE)), null);
    } else if (choice < 13) {
      pause();
    } else {
      setClock();
    }
  }

  /** A person brings back or drops what is dead. */
  void operate() {
    List<Long> dead = List.copyOf(database.held.dead());
    if (!dead.isEmpty()) {
      long seq = dead.get(random.nextInt(dead.size()));
      boolean discards = random.nextInt(3) == 0;
      trace.add("operator", discards ? "discards" : "redrives", seq, null);
      if (discards) {
        database.held.discard(seq);
      } else {
        database.application.repair(seq);
        database.held.redrive(seq, database.now());
      }
    }
  }

  private void replay() {
    List<SimulatedEvent> committed = List.copyOf(database.application.committed());
    if (!committed.isEmpty()) {
      SimulatedEvent event = committed.get(random.nextInt(committed.size()));
      if (database.ledger.contains(event.seq())) {
        trace.add("operator", "replays", event.seq(), null);
        database.replayed.add(event.seq());
        database.held.replay(event.read(), database.now());
      }
    }
  }

  /** Or resumes. */
  private void pause() {
    boolean stream = random.nextBoolean();
    String name =
        stream
            ? SimulatedApplication.STREAMS.get(random.nextInt(SimulatedApplication.STREAMS.size()))
            : random.nextBoolean() ? "fake:one" : "fake:two";
    Set<String> paused =
        stream ? database.states.pausedStreams : database.states.pausedDestinations;
    boolean resumed = !paused.add(name) && paused.remove(name);
    trace.add("operator", resumed ? "resumes" : "pauses", name, null);
  }

  private void setClock() {
    long away = random.nextBoolean() ? SimulatedDatabase.MOST_SKEW : -SimulatedDatabase.MOST_SKEW;
    trace.add("database", "is wrong by", away, null);
    database.setClock(away);
  }

  void takeShardsAway() {
    ShardSet some = new ShardSet(random.nextInt(1 << ShardSet.COUNT));
    trace.add("shards", "are taken away", some, null);
    database.shards.takeAway(some);
  }

  void end() {
    database.states.pausedStreams.clear();
    database.states.pausedDestinations.clear();
    broker.heal();
  }
}
