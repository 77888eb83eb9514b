package dev.sluice.bench;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.local.FunctionName;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Moves events from a table to a destination, or covers a part of that way.
 *
 * @param group by which it is chosen, alone or with others
 * @param perEvent where each event must be when it has finished
 */
record Contender(
    String group,
    String name,
    String description,
    Function function,
    Backlog backlog,
    Ledger perEvent) {

  /** The handler of its process; contenders with the same function share the warm process. */
  record Function(String handler, Destination destination, Map<String, String> settings) {

    /** In DRAIN mode, with one lane. */
    static Function relay(Destination destination) {
      return new Function(
          FunctionName.RELAY.handler(), destination, Map.of("SLUICE_MODE", "DRAIN"));
    }

    /** A peer publishes to Kafka. */
    static Function peer(Class<? extends RequestStreamHandler> handler) {
      return new Function(handler.getName(), Destination.KAFKA, Map.of());
    }

    /** Logs in to the database as another role than the relay's. */
    Function as(String role) {
      return with("SLUICE_DB_USER", role);
    }

    Function with(String name, String value) {
      Map<String, String> all = new TreeMap<>(settings);
      all.put(name, value);
      return new Function(handler, destination, all);
    }
  }

  /**
   * The data that it gets.
   *
   * @param table which is filled for it, if any
   * @param fraction of the events; whoever is slow gets fewer, for a rate is a rate
   * @param xminHeld whether a transaction, begun before the events, keeps vacuum from working
   */
  record Backlog(Optional<String> table, int fraction, boolean xminHeld) {

    static final Backlog NONE = new Backlog(Optional.empty(), 1, false);
    static final Backlog OUTBOX = new Backlog(Optional.of("outbox.event"), 1, false);
    static final Backlog ROW_CLAIM = new Backlog(Optional.of("row_claim.event"), 1, false);

    int share(int events) {
      return Math.max(1, events / fraction);
    }
  }

  /** The relay with its defaults. */
  static Contender relay(Destination destination, String description) {
    Function relay = Function.relay(destination);
    return new Contender(destination.label(), description, relay, Backlog.OUTBOX, Ledger.DELIVERED);
  }

  /** Alone in its group. */
  Contender(String name, String description, Function function, Backlog backlog, Ledger perEvent) {
    this(name, name, description, function, backlog, perEvent);
  }

  Contender withXminHeld() {
    String held = name + "-xmin-held";
    String description = name + " while a transaction older than the events stays open";
    Backlog same = new Backlog(backlog.table, backlog.fraction, true);
    return new Contender(held, description, function, same, perEvent);
  }
}
