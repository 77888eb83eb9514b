package dev.sluice.aws;

import dev.sluice.aws.EntryAnswer.Refused;
import dev.sluice.aws.EntryAnswer.Taken;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One call of publish. Its state belongs to the caller's thread; calls to the service run beside it
 * and report back.
 */
final class BatchCall<E> {

  /** Sendings that come to nothing before the event or the destination is blamed. */
  private static final int TRIES = 3;

  private static final long NEVER = Long.MAX_VALUE;

  private final BatchLimits limits;
  private final CallLimit pace;
  private final CallTimes times;
  private final Reasons reasons;
  private final Outcomes outcomes;
  private final EntryRequests<E> requests;
  private final CallsInFlight<E> calls;
  private final KeyedQueue<E> queue;
  private @Nullable Unavailable unavailable;
  private long lastAnswer = NEVER;
  private boolean throttled;
  private int callsInVain;

  BatchCall(
      BatchService<E> service,
      Destination destination,
      List<OutboxMessage> messages,
      BatchLimits limits,
      CallLimit pace,
      CallBudget budget,
      CallTimes times) {
    this.limits = limits;
    this.pace = pace;
    this.times = times;
    this.reasons = new Reasons(service.name(destination), service.permissions());
    this.outcomes = new Outcomes(destination, messages);
    this.requests = new EntryRequests<>(service, destination, messages, limits.bytes(), reasons);
    this.queue = new KeyedQueue<>(messages.size(), outcomes::key);
    this.calls = new CallsInFlight<>(entries -> service.send(destination, entries), budget);
  }

  List<PublishOutcome> publish() {
    try {
      sendAll();
    } catch (InterruptedException e) {
      makeUnavailable(reasons.slow("time: interrupted"));
      Thread.currentThread().interrupt();
    } finally {
      calls.abandon(times.graceEnd()).forEach(this::handle);
    }
    return outcomes.all(unavailable != null ? unavailable : outOfTime());
  }

  /** False if it cannot be sent at all. */
  private boolean prepare(Entry<E> entry) {
    Rejected fault = requests.prepare(entry);
    if (fault != null) {
      fail(entry, fault);
    }
    return fault == null;
  }

  private void sendAll() throws InterruptedException {
    long now = startCalls();
    while (now < times.end() && (calls.any() || nextStart(now) < NEVER)) {
      calls.await(Math.min(times.end(), nextStart(now))).forEach(this::handle);
      now = startCalls();
    }
  }

  private long startCalls() {
    long now = System.nanoTime();
    while (nextStart(now) <= now) {
      List<Entry<E>> batch = queue.take(limits, this::prepare);
      if (!batch.isEmpty()) {
        calls.start(batch);
      }
      now = System.nanoTime();
    }
    return now;
  }

  /**
   * When the next call is made, if nothing comes back before. One that is not full waits while
   * those in flight may bring the next event of a key: calls cost money by the piece.
   */
  private long nextStart(long now) {
    boolean worthIt = queue.size() >= limits.entries() || !queue.mayGrow() || !calls.any();
    boolean mayGo =
        unavailable == null && queue.size() > 0 && calls.mayStart(pace.allowed()) && worthIt;
    long at = Math.max(now, pace.resumeAt());
    return mayGo && at < times.lastStart() ? at : NEVER;
  }

  private void handle(CallsInFlight.Result<E> result) {
    switch (result) {
      case CallsInFlight.Answered<E>(List<Entry<E>> entries, List<EntryAnswer> answers) -> {
        lastAnswer = System.nanoTime();
        callsInVain = answers.stream().anyMatch(Taken.class::isInstance) ? 0 : callsInVain + 1;
        boolean paced = false;
        for (int i = 0; i < entries.size(); i++) {
          paced |= settle(entries.get(i), answers.get(i));
        }
        if (!paced) {
          pace.answered();
        }
      }
      case CallsInFlight.Failed<E>(List<Entry<E>> entries, CallFailure failure) ->
          fail(entries, failure);
    }
  }

  /** True if the service wants to be asked more slowly. */
  private boolean settle(Entry<E> entry, EntryAnswer answer) {
    return switch (answer) {
      case Taken(String receipt) -> {
        outcomes.settle(entry.index, new Delivered(receipt));
        queue.delivered(outcomes.key(entry.index));
        yield false;
      }
      case Refused refused -> refused(entry, refused);
    };
  }

  private boolean refused(Entry<E> entry, Refused refusal) {
    String code = refusal.code();
    FaultScope scope = FaultScope.of(code);
    switch (scope) {
      case PACE -> {
        slowDown();
        queue.putBack(List.of(entry));
      }
      case DESTINATION -> makeUnavailable(reasons.denied(code, ""));
      case EVENT -> fail(entry, reasons.rejected(code));
      case MOMENT, BATCH -> {
        if (refusal.senderFault()) {
          fail(entry, reasons.retryable(code));
        } else {
          serverFault(entry, code);
        }
      }
    }
    return scope == FaultScope.PACE;
  }

  /**
   * No attempt of the event. It is sent again, after everything else; if that does not help, it
   * waits alone. Where the service takes nothing else either, the destination is down.
   */
  private void serverFault(Entry<E> entry, String code) {
    entry.countUnanswered();
    if (callsInVain >= TRIES) {
      makeUnavailable(reasons.serverFault(code));
    } else if (entry.unanswered() >= TRIES) {
      fail(entry, reasons.serverFault(code));
    } else {
      pace.unanswered(System.nanoTime(), entry.unanswered());
      queue.putLast(entry);
    }
  }

  private void fail(List<Entry<E>> entries, CallFailure failure) {
    switch (failure.scope()) {
      case PACE -> {
        slowDown();
        queue.putBack(entries);
      }
      case DESTINATION -> makeUnavailable(reasons.denied(failure.code(), failure.text()));
      case EVENT, BATCH -> divide(entries, reasons.refused(failure));
      case MOMENT -> unanswered(entries, failure);
    }
  }

  /**
   * Sent again, for nobody knows whether the events arrived. If that does not help, each is sent
   * alone, and those that have no answer then wait for their turn behind all others: one that has
   * none while others are answered is to blame itself, and otherwise it is the destination that
   * does not answer.
   */
  private void unanswered(List<Entry<E>> entries, CallFailure failure) {
    long now = System.nanoTime();
    entries.forEach(Entry::countUnanswered);
    Entry<E> first = entries.getFirst();
    int tries = entries.stream().mapToInt(Entry::unanswered).max().orElse(0);
    pace.unanswered(now, tries);
    if (tries < TRIES && first.alone()) {
      queue.putLast(first);
    } else if (tries < TRIES) {
      queue.putBack(entries);
    } else if (lastAnswer == NEVER || (first.alone() && lastAnswer < first.aloneSince())) {
      makeUnavailable(reasons.outage(failure));
    } else if (first.alone()) {
      fail(first, reasons.silence(failure));
    } else {
      sendAlone(entries);
    }
  }

  /** Of several entries that are refused together only one may be to blame. */
  private void divide(List<Entry<E>> entries, PublishOutcome verdict) {
    if (entries.size() == 1) {
      fail(entries.getFirst(), verdict);
    } else {
      sendAlone(entries);
    }
  }

  private void sendAlone(List<Entry<E>> entries) {
    long now = System.nanoTime();
    entries.forEach(entry -> entry.isolate(now));
    queue.putBack(entries);
  }

  private void fail(Entry<E> entry, PublishOutcome outcome) {
    outcomes.settle(entry.index, outcome);
    queue.failed(outcomes.key(entry.index));
  }

  private void slowDown() {
    throttled = true;
    pace.throttled(System.nanoTime(), ThreadLocalRandom.current().nextDouble());
  }

  private void makeUnavailable(Unavailable reason) {
    if (unavailable == null) {
      unavailable = reason;
    }
  }

  private Unavailable outOfTime() {
    return throttled ? reasons.throttled(times.text()) : reasons.slow(times.text());
  }
}
