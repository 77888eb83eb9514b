package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Named;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Names in the database what a careful lane is about to send, so that the next owner knows what was
 * in flight if the process dies; and ends the careful mode.
 */
final class Naming {

  /** The server may still run names whose answer was lost; they must not replace later ones. */
  private static final long AGAIN = Duration.ofSeconds(1).toNanos();

  private static final long SOON = Duration.ofMillis(5).toNanos();

  private final Tasks tasks;
  private final HeldShards held;
  private final Caution caution;
  private final Peers peers;
  private final Destinations destinations;
  private final long publishNanos;
  private final BiConsumer<ShardSet, ShardSet> fenced;
  private final LongSupplier clock;
  private boolean busy;
  private boolean named;
  private long notBefore = Long.MIN_VALUE;

  Naming(
      Tasks tasks,
      HeldShards held,
      Caution caution,
      Peers peers,
      Destinations destinations,
      long publishNanos,
      BiConsumer<ShardSet, ShardSet> fenced,
      LongSupplier clock) {
    this.tasks = tasks;
    this.held = held;
    this.caution = caution;
    this.peers = peers;
    this.destinations = destinations;
    this.publishNanos = publishNanos;
    this.fenced = fenced;
    this.clock = clock;
  }

  /** Whether a call may start: a careful lane has one in flight. */
  boolean allowsCall(long now) {
    boolean mayBegin = !caution.careful() || (!busy && now >= notBefore && !destinations.busy());
    return mayBegin && peers.maySend(this);
  }

  /**
   * The lane may have lost its lease while the database wrote the names, or was told to end.
   *
   * @param then whether they may be sent
   */
  void name(List<LogEvent> events, Consumer<Boolean> then) {
    boolean alone = events.size() == 1 && destinations.inFlight() == 1;
    if (alone && !peers.maySendAlone(this)) {
      notBefore = clock.getAsLong() + SOON;
      then.accept(false);
      return;
    }
    write(
        events,
        alone,
        written -> {
          boolean ours = events.stream().allMatch(e -> held.shards().contains(e.shard()));
          boolean may = written && ours && held.safeFor(publishNanos, clock.getAsLong());
          if (may) {
            caution.named(events);
          }
          then.accept(may);
        });
  }

  private void write(List<LogEvent> events, boolean alone, Consumer<Boolean> then) {
    long token = Objects.requireNonNull(held.token());
    Map<Integer, List<Long>> seqs =
        events.stream()
            .collect(
                Collectors.groupingBy(
                    LogEvent::shard, Collectors.mapping(LogEvent::seq, Collectors.toList())));
    Named names = new Named(seqs, alone, caution.unwritten());
    busy = true;
    named = true;
    tasks.onSettler(
        log -> log.name(token, names),
        ours -> {
          busy = false;
          named = !events.isEmpty();
          caution.written(names.answered());
          fenced.accept(held.shards(), ours);
          then.accept(true);
        },
        lost -> {
          busy = false;
          notBefore = clock.getAsLong() + AGAIN;
          then.accept(false);
        });
  }

  /**
   * Ends the careful mode; takes names back when nothing of them is in flight any more, so that no
   * event is blamed for a later crash.
   *
   * @param idle nothing is left to be read, sent or settled
   */
  void tidy(long now, boolean idle) {
    Long token = held.token();
    if (busy || now < notBefore || token == null) {
      return;
    }
    boolean careful = caution.careful();
    if (careful && (idle || caution.over(destinations.used()))) {
      clear(token);
    } else if (named && !(careful && destinations.busy())) {
      write(List.of(), false, written -> {});
    }
  }

  /** Lets the other lanes send, as soon as nothing of this one is named alone or in flight. */
  void rest(long now) {
    if (!busy && !named && now >= notBefore && !destinations.busy()) {
      peers.rest(this);
    }
  }

  /** The run is over. */
  void leave() {
    peers.rest(this);
  }

  private void clear(long token) {
    busy = true;
    tasks.onSettler(
        log -> {
          log.clear(token);
          return true;
        },
        cleared -> {
          busy = false;
          named = false;
          caution.clear();
        },
        lost -> {
          busy = false;
          notBefore = clock.getAsLong() + AGAIN;
        });
  }
}
