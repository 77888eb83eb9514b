package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.lane.LogLostException;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.log.Subscriptions;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.upkeep.Examined.Missing;
import dev.sluice.relay.ops.upkeep.RingSql.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Empties the slots past the retention. A slot is emptied only after an examination that found each
 * of its events in the ledger or held; what is in neither is held first. Everything is found again
 * from the tables, so that a run that was killed anywhere is resumed by the next one.
 */
final class Emptying {

  /** More owed events are not copied: the slot is kept. */
  static final int LITTLE = 1_000;

  /**
   * A lane looks once a second for what others put into outbox.held. After this long none is left
   * that would send a later event of a key before the one that was held: it reads no more of the
   * slot, and what it had read before comes in its order.
   */
  static final Duration NOTICED = Duration.ofMinutes(1);

  private static final long BUSY_MILLIS = 50;
  private static final int BUSY_TRIES = 100;

  private final RingSql ring;
  private final CoverageSql coverage;
  private final Deadline deadline;
  private final Consumer<Uncovered> found;
  private final String actor;
  private final String owner;
  private final List<String> subscriptions;
  private final List<Map<String, Object>> emptied = new ArrayList<>();
  private final List<Map<String, Object>> kept = new ArrayList<>();
  private long uncovered;
  private long held;
  private boolean done = true;

  Emptying(
      Session session, Deadline deadline, Consumer<Uncovered> found, String actor, String owner) {
    ring = new RingSql(session);
    coverage = new CoverageSql(session);
    subscriptions = Subscriptions.names(session);
    this.deadline = deadline;
    this.found = found;
    this.actor = actor;
    this.owner = owner;
  }

  /** False if the next run has something left to do. */
  boolean run(Duration retention, Map<String, Object> answer) {
    answer.put("emptiedSlots", emptied);
    answer.put("keptSlots", kept);
    List<Slot> changed = new ArrayList<>();
    for (Slot slot : ring.over(retention)) {
      List<Examined> all = examine(slot);
      if (all.isEmpty()) {
        keep(slot, Map.of(), "there was no time left to examine it");
        break;
      }
      if (accounted(all) && all.stream().allMatch(Emptying::noticed)) {
        empty(all);
      } else if (all.stream().filter(this::settle).count() == all.size()) {
        changed.add(slot);
      }
    }
    again(changed);
    answer.put("uncoveredEvents", uncovered);
    answer.put("heldEvents", held);
    return done;
  }

  private static boolean accounted(List<Examined> all) {
    return all.stream().allMatch(Examined::accounted);
  }

  private static boolean noticed(Examined examined) {
    return examined.held().compareTo(NOTICED) >= 0;
  }

  private boolean settle(Examined examined) {
    return examined.accounted() || hold(examined);
  }

  /** For each subscription; empty if the time does not suffice. */
  private List<Examined> examine(Slot slot) {
    List<Examined> all = new ArrayList<>();
    for (String subscription : subscriptions) {
      Examined examined = deadline.near() ? null : examine(subscription, slot);
      if (examined == null) {
        done = false;
        return List.of();
      }
      all.add(examined);
    }
    return all;
  }

  private @Nullable Examined examine(String subscription, Slot slot) {
    try {
      return coverage.examine(subscription, slot, deadline.left());
    } catch (LogLostException e) {
      if (!deadline.near()) {
        throw e;
      }
      return null;
    }
  }

  /** The lanes have to notice first what was held. */
  private void again(List<Slot> changed) {
    if (changed.isEmpty()) {
      return;
    }
    boolean noticed = deadline.pause(NOTICED.toMillis());
    for (Slot slot : changed) {
      List<Examined> all = noticed ? examine(slot) : List.of();
      if (!all.isEmpty() && accounted(all)) {
        empty(all);
      } else {
        keep(slot, Map.of(), "its events came to outbox.held a moment ago");
        done = false;
      }
    }
  }

  /** True if nothing is missing any more, as far as this run can say. */
  private boolean hold(Examined examined) {
    boolean all = examined.uncovered().isEmpty() || holdUncovered(examined);
    if (!all) {
      keep(examined.slot(), examined.streams(), "events that are neither delivered nor held yet");
      done = false;
      return false;
    }
    if (!examined.owed().isEmpty() && !holdOwed(examined)) {
      keep(examined.slot(), examined.owed(), "events that are still to be delivered");
      return false;
    }
    return true;
  }

  private boolean holdUncovered(Examined examined) {
    Uncovered fault = new Uncovered(examined.slot().number(), examined.uncovered());
    found.accept(fault); // before they are held: no later run would find them
    uncovered += fault.events();
    return hold(examined, examined.missing(true), fault.events());
  }

  /** A slot whose turn is far costs nothing but its place. */
  private boolean holdOwed(Examined examined) {
    long events = examined.owedEvents();
    return examined.slot().needed()
        && events <= LITTLE
        && coverage.waiting(examined.subscription()) < CoverageSql.MOST
        && hold(examined, examined.missing(false), events);
  }

  private boolean hold(Examined examined, List<Missing> missing, long of) {
    boolean inUse = false;
    for (int from = 0; from < missing.size() && !inUse; from += CoverageSql.CHUNK) {
      List<Missing> chunk =
          missing.subList(from, Math.min(from + CoverageSql.CHUNK, missing.size()));
      inUse =
          !betweenOthers(
              () -> {
                held += coverage.hold(examined, chunk, actor, owner);
                return true;
              });
    }
    done &= !inUse;
    return !inUse && missing.size() == of;
  }

  /** An event that came since the first examination was not examined. */
  private void empty(List<Examined> all) {
    Examined examined = all.getFirst();
    if (betweenOthers(() -> ring.empty(examined, actor))) {
      emptied.add(Map.of("slot", examined.slot().number(), "events", examined.events()));
    } else {
      keep(examined.slot(), Map.of(), "the slot is in use");
      done = false;
    }
  }

  /** Between two statements of others, never by making them wait for long. */
  private boolean betweenOthers(BooleanSupplier step) {
    for (int tries = 0; tries < BUSY_TRIES && !deadline.near(); tries++) {
      try {
        return step.getAsBoolean();
      } catch (LogLostException e) {
        if (!deadline.pause(BUSY_MILLIS)) {
          return false;
        }
      }
    }
    return false;
  }

  private void keep(Slot slot, Map<String, Long> streams, String why) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("slot", slot.number());
    entry.put("endedAt", slot.ended().toString());
    entry.put("why", why);
    entry.put("streams", streams);
    kept.add(entry);
  }
}
