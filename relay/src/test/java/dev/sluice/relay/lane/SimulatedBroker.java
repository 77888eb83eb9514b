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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Takes events, fails and throws at random, kills whoever sends poison, and remembers the order of
 * first deliveries. A destination, a partition of it or a key is down for a while.
 */
final class SimulatedBroker {

  private static final int PARTITIONS = 3;

  /** The process that sends is gone. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private final SimulatedDatabase database;
  private final RandomGenerator random;
  private final PlantedFault fault;
  private final Map<Long, Integer> first = new HashMap<>();
  private final Map<Long, Integer> alone = new HashMap<>();
  private final Map<String, Long> downUntil = new HashMap<>();
  private @Nullable String violation;

  SimulatedBroker(SimulatedDatabase database, RandomGenerator random, PlantedFault fault) {
    this.database = database;
    this.random = random;
    this.fault = fault;
  }

  /** A destination of two, a partition of it, or a key. */
  String fail(long nanos) {
    String destination = random.nextBoolean() ? "one" : "two";
    String place =
        switch (random.nextInt(3)) {
          case 0 -> destination;
          case 1 -> destination + "/" + random.nextInt(PARTITIONS);
          default -> database.application.anyKey().toString();
        };
    downUntil.put(place, database.nanos() + nanos);
    return place;
  }

  void heal() {
    downUntil.clear();
  }

  private boolean isDown(String place) {
    return downUntil.getOrDefault(place, Long.MIN_VALUE) > database.nanos();
  }

  private boolean isDown(String destination, EventKey key) {
    return !downUntil.isEmpty()
        && (isDown(destination)
            || isDown(destination + "/" + Math.floorMod(key.hashCode(), PARTITIONS))
            || isDown(key.toString()));
  }

  Map<Long, Integer> first() {
    return first;
  }

  /** The first event that was sent by a lane that may not send it; null if there is none. */
  @Nullable String violation() {
    return violation;
  }

  /** How often it killed its lane when it was the only event of its call. */
  int killedAlone(long seq) {
    return alone.getOrDefault(seq, 0);
  }

  /** One outcome for each; nothing of a key is taken behind a failure. */
  List<PublishOutcome> publish(
      String destination, List<OutboxMessage> messages, SimulatedPublisher.Sender sender) {
    if (random.nextInt(40) == 0) {
      throw new IllegalStateException("a bug of the publisher");
    }
    List<PublishOutcome> outcomes = new ArrayList<>(messages.size());
    Set<EventKey> failed = new HashSet<>();
    int attempted = random.nextInt(20) == 0 ? random.nextInt(messages.size()) : messages.size();
    for (OutboxMessage message : messages) {
      EventKey key = new EventKey(message.stream(), message.key());
      boolean behind = failed.contains(key) && fault != PlantedFault.SENDS_BEHIND_FAILURE;
      boolean attempts = !behind && outcomes.size() < attempted;
      boolean down = isDown(destination, key);
      if (attempts && !down && database.application.isPoison(message.seq())) {
        alone.merge(message.seq(), messages.size() == 1 ? 1 : 0, Integer::sum);
        throw new Killed();
      }
      if (attempts) {
        check(message.seq(), SimulatedEvent.shard(key), sender);
      }
      PublishOutcome outcome = attempts ? take(message, down) : new NotSent();
      if (!(outcome instanceof Delivered)) {
        failed.add(key);
      }
      boolean lie =
          fault == PlantedFault.DELIVERS_WHAT_IT_HAS_NOT_SENT && outcome instanceof NotSent;
      outcomes.add(lie ? new Delivered("-") : outcome);
    }
    return outcomes;
  }

  private void check(long seq, int shard, SimulatedPublisher.Sender sender) {
    if (violation == null && !sender.isExcused(shard)) {
      if (database.ledger.contains(seq) && !database.replayed.contains(seq)) {
        violation = "again, although in the ledger: " + database.describe(seq);
      } else if (!database.shards.isLeased(shard, sender.token(), database.now())) {
        violation = "without a lease: " + database.describe(seq);
      }
    }
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

  private PublishOutcome take(OutboxMessage message, boolean down) {
    long seq = message.seq();
    if (down) {
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
