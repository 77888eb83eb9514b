package dev.sluice.relay.lane;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Takes events, fails and throws at random, kills whoever sends poison, and remembers the order of
 * first deliveries.
 */
final class SimulatedBroker {

  /** The process that sends is gone. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private final SimulatedDatabase database;
  private final Random random;
  private final PlantedFault fault;
  private final Map<Long, Integer> first = new LinkedHashMap<>();
  private final List<Long> again = new ArrayList<>();
  private final Map<Long, Integer> alone = new HashMap<>();
  private long downUntil;

  SimulatedBroker(SimulatedDatabase database, Random random, PlantedFault fault) {
    this.database = database;
    this.random = random;
    this.fault = fault;
  }

  void goDown(long nanos) {
    downUntil = database.nanos() + nanos;
  }

  Map<Long, Integer> first() {
    return first;
  }

  /** What a lane sent that was not frozen, although the ledger had it. */
  List<Long> again() {
    return again;
  }

  /** How often it killed its lane when it was the only event of its call. */
  int killedAlone(long seq) {
    return alone.getOrDefault(seq, 0);
  }

  /** One outcome for each; nothing of a key is taken behind a failure. */
  List<PublishOutcome> publish(List<OutboxMessage> messages, boolean frozen) {
    if (random.nextInt(40) == 0) {
      throw new IllegalStateException("a bug of the publisher");
    }
    List<PublishOutcome> outcomes = new ArrayList<>();
    Set<EventKey> failed = new HashSet<>();
    int attempted = random.nextInt(20) == 0 ? random.nextInt(messages.size()) : messages.size();
    for (OutboxMessage message : messages) {
      EventKey key = new EventKey(message.stream(), message.key());
      boolean behind = failed.contains(key) && fault != PlantedFault.SENDS_BEHIND_FAILURE;
      boolean attempts = !behind && outcomes.size() < attempted;
      if (attempts && isDeadly(message)) {
        alone.merge(message.seq(), messages.size() == 1 ? 1 : 0, Integer::sum);
        throw new Killed();
      }
      PublishOutcome outcome = attempts ? take(message, frozen) : new NotSent();
      if (!(outcome instanceof Delivered)) {
        failed.add(key);
      }
      outcomes.add(outcome);
    }
    return outcomes;
  }

  /** Each copy is taken, refused, not taken, or taken without an answer. */
  List<PublishOutcome> copy(List<OutboxMessage> letters) {
    if (random.nextInt(20) == 0) {
      throw new IllegalStateException("a bug of the publisher");
    }
    return letters.stream().map(this::copy).toList();
  }

  private PublishOutcome copy(OutboxMessage letter) {
    int chance = random.nextInt(10);
    if (chance == 0) {
      return new Unavailable("DOWN", "the queue is down");
    }
    if (chance == 1) {
      return new Rejected("TOO_LARGE", "the queue does not take it");
    }
    database.letters.add(letter.seq());
    return chance == 2 ? new Retryable("TIMEOUT", "the answer was lost") : new Delivered("-");
  }

  private boolean isDeadly(OutboxMessage message) {
    return database.nanos() >= downUntil && database.application.isPoison(message.seq());
  }

  private PublishOutcome take(OutboxMessage message, boolean frozen) {
    long seq = message.seq();
    if (!frozen && database.ledger.contains(seq)) {
      again.add(seq);
    }
    if (database.nanos() < downUntil) {
      return new Unavailable("DOWN", "for a while");
    }
    if (database.application.isRejected(seq)) {
      return new Rejected("BAD", "always");
    }
    int chance = random.nextInt(100);
    if (chance < 8) {
      return new Retryable("BUSY", "this time");
    }
    first.putIfAbsent(seq, first.size());
    return chance < 10
        ? new Retryable("TIMEOUT", "taken, but the answer was lost")
        : new Delivered("-");
  }
}
