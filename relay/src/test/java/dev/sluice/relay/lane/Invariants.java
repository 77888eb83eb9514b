package dev.sluice.relay.lane;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules that hold at the end of every simulation, whatever happened. */
final class Invariants {

  private final SimulatedDatabase database;
  private final SimulatedBroker broker;

  Invariants(SimulatedDatabase database, SimulatedBroker broker) {
    this.database = database;
    this.broker = broker;
  }

  /**
   * @param copies dead events have a copy in the dead-letter queue
   * @param onlyPoisonKills no lane ended for another reason
   * @return the first that is broken; null if all hold
   */
  @Nullable String broken(boolean copies, boolean onlyPoisonKills) {
    if (repeated() != null) {
      return repeated();
    }
    if (database.shards.crashed()) {
      return "careful after all was done";
    }
    if (!database.states.openBreakers().isEmpty()) {
      return "open after all was done: " + database.states.openBreakers();
    }
    if (copies && !database.uncopied.isEmpty()) {
      return "dead without a copy: " + database.uncopied;
    }
    for (SimulatedEvent event : database.application.committed()) {
      String fault = broken(event);
      if (fault != null) {
        return fault;
      }
    }
    return onlyPoisonKills ? innocent() : null;
  }

  @Nullable String repeated() {
    return database.repeated.isEmpty()
        ? broker.violation()
        : "twice in the ledger: " + database.repeated;
  }

  private @Nullable String broken(SimulatedEvent event) {
    long seq = event.seq();
    boolean delivered = database.ledger.contains(seq);
    boolean dead = database.held.dead().contains(seq);
    boolean dropped = database.held.discarded().contains(seq);
    if (database.application.isPoison(seq) && !database.held.condemned().contains(seq)) {
      return "not condemned: " + database.describe(seq);
    }
    if (delivered && !broker.first().containsKey(seq)) {
      return "lost: " + database.describe(seq);
    }
    if (!delivered && !dead && !dropped) {
      return "not accounted for: " + database.describe(seq);
    }
    if (!dead && database.held.find(seq) != null) {
      return "held although it is delivered: " + database.describe(seq);
    }
    for (long before : event.before()) {
      if (before < seq && passed(event, before)) {
        return "order: " + seq + " came before " + before;
      }
    }
    return null;
  }

  /** Behind what died, order is promised where that blocks. */
  private boolean passed(SimulatedEvent event, long before) {
    boolean blocks = event.key().stream().equals("b");
    boolean excused = (blocks ? database.held.discarded() : database.died).contains(before);
    int place = broker.first().getOrDefault(event.seq(), Integer.MAX_VALUE);
    return !excused
        && place < Integer.MAX_VALUE
        && broker.first().getOrDefault(before, Integer.MAX_VALUE) > place;
  }

  private @Nullable String innocent() {
    Set<Long> condemned = new HashSet<>(database.held.condemned());
    condemned.removeIf(seq -> database.application.isPoison(seq) && broker.killedAlone(seq) >= 2);
    return condemned.isEmpty() ? null : "condemned: " + condemned;
  }
}
