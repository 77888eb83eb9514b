package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Sends what was read, keeps what must wait behind its key, and judges the outcomes. */
final class Publishing {

  private final Caution caution;
  private final Naming naming;
  private final long publishNanos;
  private final Tasks tasks;
  private final HeldShards held;
  private final BlockedKeys blocked;
  private final Destinations destinations;
  private final Publishers publishers;
  private final Consumer<Call> completed;
  private final LongSupplier clock;
  private final Listeners listeners;
  private final Verdicts verdicts;
  private final Outages outages;

  Publishing(
      Caution caution,
      Naming naming,
      long publishNanos,
      Tasks tasks,
      HeldShards held,
      BlockedKeys blocked,
      Destinations destinations,
      Publishers publishers,
      Consumer<Call> completed,
      LongSupplier clock,
      Listeners listeners,
      Verdicts verdicts) {
    this.caution = caution;
    this.naming = naming;
    this.publishNanos = publishNanos;
    this.tasks = tasks;
    this.held = held;
    this.blocked = blocked;
    this.destinations = destinations;
    this.publishers = publishers;
    this.completed = completed;
    this.clock = clock;
    this.listeners = listeners;
    this.verdicts = verdicts;
    this.outages = new Outages(tasks, held, blocked, publishNanos, clock, listeners);
  }

  boolean busy() {
    return destinations.queues().stream().anyMatch(queue -> queue.inFlight() > 0);
  }

  void start(long now) {
    List.copyOf(destinations.queues()).forEach(queue -> start(queue, now));
  }

  private void start(DestinationQueue queue, long now) {
    boolean more = true;
    while (more && !queue.broken() && held.safeFor(publishNanos, now) && naming.allowsCall(now)) {
      more = startNext(queue, now);
    }
    queue.completed().forEach(completed);
  }

  private boolean startNext(DestinationQueue queue, long now) {
    if (!queue.takesCall() || !tasks.hasSender(queue.name())) {
      return false;
    }
    List<Call> again = queue.again();
    if (!queue.breaker.closed()) {
      again.forEach(call -> verdicts.keep(call, now));
      return queue.breaker.probeDue(now) && startProbe(queue, now);
    }
    return again.isEmpty()
        ? sendNext(queue, caution.limit(), now)
        : start(queue, again.getFirst(), now);
  }

  /** The first event that may be sent is the probe; those before it wait behind their keys. */
  private boolean startProbe(DestinationQueue queue, long now) {
    List<LogEvent> next = queue.peek();
    if (next.stream().anyMatch(event -> maySend(queue, event))) {
      outages.takeProbe(queue, now, () -> sendNext(queue, 1, clock.getAsLong()));
      return false;
    }
    boolean diverted = sendNext(queue, 1, now); // which sends nothing
    if (!next.isEmpty() && queue.waitingEvents() == 0) {
      queue.probedHeld = next.getFirst().held();
      queue.breaker.nothingToTry(now);
    }
    return diverted;
  }

  private boolean sendNext(DestinationQueue queue, int limit, long now) {
    Call call = queue.next(limit);
    return call != null && start(queue, call, now);
  }

  private boolean start(DestinationQueue queue, Call call, long now) {
    divert(call, now);
    if (!call.open().isEmpty()) {
      send(queue, call);
    }
    return true;
  }

  private boolean maySend(DestinationQueue queue, LogEvent event) {
    return caution.verdict(event) == null
        && held.shards().contains(event.shard())
        && !isBehind(queue, event);
  }

  private boolean isBehind(DestinationQueue queue, LogEvent event) {
    return !event.held() && verdicts.isBlocked(queue, event);
  }

  /** What must not be sent: behind a held event of its key, no message at all, or condemned. */
  private void divert(Call call, long now) {
    List<LogEvent> sendable = new ArrayList<>(call.open().size());
    Set<EventKey> dead = new HashSet<>(0);
    for (LogEvent event : call.open()) {
      if (!held.shards().contains(event.shard())) {
        continue; // another lane's by now
      }
      if (event.held() && dead.contains(event.key())) {
        continue; // its key may be blocked: it is read again
      }
      if (maySend(call.queue, event)) {
        sendable.add(event);
      } else if (isBehind(call.queue, event)) {
        verdicts.change(call, new Change.Waiting(event), now);
      } else {
        verdicts.judge(call, event, Objects.requireNonNull(caution.verdict(event)), now);
        blocked.read(event.key(), false);
        dead.add(event.key());
      }
    }
    call.answered(sendable);
  }

  private void send(DestinationQueue queue, Call call) {
    queue.send(call, call.alone() ? call.open().subList(0, 1) : caution.together(call.open()));
    destinations.toTheEnd(queue);
    if (caution.careful()) {
      naming.name(
          call.sent(),
          may -> {
            if (may) {
              handOver(queue, call);
            } else {
              takeBack(queue, call);
            }
          });
    } else {
      handOver(queue, call);
    }
  }

  private void takeBack(DestinationQueue queue, Call call) {
    List<LogEvent> named = call.sent();
    call.answered(call.open());
    queue.answered(true);
    outages.answered(queue, named.subList(0, 1), List.of(new NotSent()));
  }

  private void handOver(DestinationQueue queue, Call call) {
    Optional<Pipeline> pipeline = queue.pipeline();
    List<OutboxMessage> messages = call.messages();
    Listeners.Sent sent = listeners.sent(queue);
    tasks.<List<PublishOutcome>>onSender(
        queue.name(),
        answer -> {
          if (pipeline.isPresent()) {
            pipeline.get().send(messages, answer);
          } else {
            answer.accept(publishers.of(queue.destination).publish(queue.destination, messages));
          }
        },
        outcomes -> answered(call, sent, outcomes, clock.getAsLong()),
        thrown -> {
          if (call.sent().size() > 1) {
            isolate(call, sent);
          } else {
            String bug = thrown.getClass().getSimpleName();
            answered(
                call, sent, List.of(new Retryable("PUBLISHER_FAILED", bug)), clock.getAsLong());
          }
        });
  }

  /** Perhaps one event makes the publisher throw: the others must not be charged. */
  private void isolate(Call call, Listeners.Sent to) {
    List<LogEvent> sent = call.sent();
    List<PublishOutcome> nothing = Collections.nCopies(sent.size(), new NotSent());
    listeners.answered(to, sent, nothing);
    call.isolate();
    call.queue.answered(false);
    outages.answered(call.queue, sent, nothing);
  }

  private void answered(
      Call call, Listeners.Sent to, List<? extends PublishOutcome> outcomes, long now) {
    listeners.answered(to, call.sent(), outcomes);
    call.answeredAt = now;
    List<LogEvent> sent = call.sent();
    List<LogEvent> again = new ArrayList<>(0);
    Set<EventKey> read = new HashSet<>();
    Set<EventKey> failed = new HashSet<>();
    boolean all = true;
    for (int i = 0; i < sent.size(); i++) {
      LogEvent event = sent.get(i);
      PublishOutcome outcome = outcomes.get(i);
      if (!(outcome instanceof NotSent)) {
        caution.answered(event);
      }
      if (event.held()) {
        read.add(event.key());
      }
      if (outcome instanceof Delivered delivered && !event.held()) {
        call.deliver(event, delivered);
      } else {
        if (!(outcome instanceof Delivered)) {
          all = false;
          failed.add(event.key());
        }
        if (held.shards().contains(event.shard()) && !verdicts.judge(call, event, outcome, now)) {
          again.add(event);
        }
      }
    }
    call.rest().stream()
        .filter(event -> !event.held() || !failed.contains(event.key()))
        .forEach(again::add);
    call.answered(again);
    read.forEach(key -> blocked.read(key, false));
    call.queue.answered(all);
    outages.answered(call.queue, sent, outcomes);
    call.queue.completed().forEach(completed); // also when the lane was told to end
  }
}
