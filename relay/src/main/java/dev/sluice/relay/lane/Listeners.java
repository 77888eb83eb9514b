package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells a listener what happens, as long as there is one that does not throw. */
final class Listeners {

  /** The header of an event that was delivered before. */
  private static final String REPLAY = "x-sluice-replay";

  /** Events on their way to a destination, until each earlier call was answered too. */
  static final class Sent {
    private final DestinationQueue queue;
    private final long at;
    private List<LogEvent> delivered = List.of();
    private long nanos;
    private boolean answered;

    private Sent(DestinationQueue queue, long at) {
      this.queue = queue;
      this.at = at;
    }
  }

  private final LongSupplier clock;
  private final Map<DestinationQueue, Deque<Sent>> inFlight = new HashMap<>();
  private RelayListener listener = RelayListener.NONE;
  private @Nullable OrderDetector order;
  int crashes;
  int lostShards;

  Listeners(LongSupplier clock) {
    this.clock = clock;
  }

  void listen(RelayListener listener) {
    this.listener = listener;
  }

  boolean none() {
    return listener == RelayListener.NONE;
  }

  void tell(Consumer<RelayListener> news) {
    if (!none()) {
      try {
        news.accept(listener);
      } catch (RuntimeException | LinkageError | AssertionError e) {
        listener = RelayListener.NONE;
        inFlight.clear();
      }
    }
  }

  void leased(int shards, int crashed) {
    tell(to -> to.leased(shards));
    if (crashed > 0) {
      crashes++;
      tell(to -> to.crashDetected(crashed));
    }
  }

  /** What was sent and not settled may come again, in order, when the shards come back. */
  void lost(int shards) {
    lostShards += shards;
    order = null;
    tell(to -> to.shardsLost(shards));
  }

  Sent sent(DestinationQueue queue) {
    Sent sent = new Sent(queue, clock.getAsLong());
    if (!none()) {
      inFlight.computeIfAbsent(queue, unused -> new ArrayDeque<>()).add(sent);
    }
    return sent;
  }

  /** Answers come in any order, and are told in the order of the calls. */
  void answered(Sent sent, List<LogEvent> events, List<? extends PublishOutcome> outcomes) {
    if (none()) {
      return;
    }
    sent.delivered = delivered(events, outcomes);
    sent.nanos = clock.getAsLong() - sent.at;
    sent.answered = true;
    Deque<Sent> calls = inFlight.getOrDefault(sent.queue, new ArrayDeque<>());
    while (!calls.isEmpty() && calls.peek().answered) {
      acknowledged(calls.remove());
    }
    if (calls.isEmpty()) {
      inFlight.remove(sent.queue);
    }
  }

  private static List<LogEvent> delivered(
      List<LogEvent> events, List<? extends PublishOutcome> outcomes) {
    List<LogEvent> delivered = new ArrayList<>(events.size());
    for (int i = 0; i < events.size(); i++) {
      if (outcomes.get(i) instanceof Delivered) {
        delivered.add(events.get(i));
      }
    }
    return delivered;
  }

  private void acknowledged(Sent call) {
    if (!call.delivered.isEmpty()) {
      tell(to -> to.acknowledged(call.queue.destination, call.delivered, call.nanos));
      if (call.queue.destination.ordered()) {
        call.delivered.forEach(this::compare);
      }
    }
  }

  /** A replayed event has a place of its own: it says nothing of order. */
  private void compare(LogEvent event) {
    if (!event.redriven() || !event.message().headers().containsKey(REPLAY)) {
      OrderDetector detector = order == null ? new OrderDetector() : order;
      order = detector;
      long after = detector.after(event.message().stream(), event.message().key(), event.seq());
      if (after > 0) {
        tell(to -> to.steppedBack(event, after));
      }
    }
  }

  void settled(Call call, ShardSet shards) {
    if (!none()) {
      List<LogEvent> delivered =
          call.delivered().stream().filter(event -> shards.contains(event.shard())).toList();
      List<Change> changes =
          call.changes().stream().filter(c -> shards.contains(c.event().shard())).toList();
      long nanos = clock.getAsLong() - call.answeredAt;
      tell(to -> to.settled(call.queue.destination, delivered, changes, nanos));
    }
  }
}
