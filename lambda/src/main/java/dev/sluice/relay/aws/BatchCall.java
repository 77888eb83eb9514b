package dev.sluice.relay.aws;

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

  /** So often may a call go unanswered before somebody is blamed for it. */
  private static final int TRIES = 3;

  private static final long NEVER = Long.MAX_VALUE;

  private final BatchService<E> service;
  private final Destination destination;
  private final List<OutboxMessage> messages;
  private final BatchLimits limits;
  private final CallLimit pace;
  private final CallTimes times;
  private final Reasons reasons;
  private final Outcomes outcomes;
  private final Flights<E> flights;
  private final ReadyLine<E> line;
  private @Nullable Unavailable unavailable;
  private long lastAnswer = NEVER;
  private boolean throttled;

  BatchCall(
      BatchService<E> service,
      Destination destination,
      List<OutboxMessage> messages,
      BatchLimits limits,
      CallLimit pace,
      CallTimes times) {
    this.service = service;
    this.destination = destination;
    this.messages = messages;
    this.limits = limits;
    this.pace = pace;
    this.times = times;
    this.reasons = new Reasons(service.name(destination), service.permissions());
    this.outcomes = new Outcomes(destination, messages);
    this.line = new ReadyLine<>(messages.size(), outcomes::key);
    this.flights = new Flights<>(entries -> service.send(destination, entries));
  }

  List<PublishOutcome> publish() {
    try {
      fly();
    } catch (InterruptedException _) {
      makeUnavailable(reasons.slow("time: interrupted"));
      Thread.currentThread().interrupt();
    } finally {
      flights.abandon(times.graceEnd()).forEach(this::arrive);
    }
    return outcomes.all(unavailable != null ? unavailable : outOfTime());
  }

  /** False if it cannot be sent at all. */
  private boolean prepare(Entry<E> entry) {
    if (entry.prepared()) {
      return true;
    }
    int index = entry.index;
    try {
      Sized<E> sized = service.entry(destination, messages.get(index), Integer.toString(index));
      if (sized.bytes() <= limits.bytes()) {
        entry.prepare(sized);
        return true;
      }
      fail(entry, reasons.tooLarge(sized.bytes(), limits.bytes()));
    } catch (UnfitException e) {
      fail(entry, new Rejected(e.code(), e.reason()));
    }
    return false;
  }

  private void fly() throws InterruptedException {
    long now = depart();
    while (now < times.end() && (flights.any() || departsAt(now) < NEVER)) {
      flights.await(Math.min(times.end(), departsAt(now))).forEach(this::arrive);
      now = depart();
    }
  }

  private long depart() {
    long now = System.nanoTime();
    while (departsAt(now) <= now) {
      List<Entry<E>> batch = line.take(limits, this::prepare);
      if (!batch.isEmpty()) {
        flights.start(batch);
      }
      now = System.nanoTime();
    }
    return now;
  }

  /**
   * When the next call is made, if nothing comes back before. One that is not full waits while
   * those in flight may bring the next event of a key: calls cost money by the piece.
   */
  private long departsAt(long now) {
    boolean worthIt = line.size() >= limits.entries() || !line.mayGrow() || !flights.any();
    boolean mayGo =
        unavailable == null && line.size() > 0 && flights.count() < pace.allowed() && worthIt;
    long at = Math.max(now, pace.resumeAt());
    return mayGo && at < times.lastStart() ? at : NEVER;
  }

  private void arrive(Flights.Arrival<E> arrival) {
    switch (arrival) {
      case Flights.Answered<E>(List<Entry<E>> entries, List<EntryAnswer> answers) -> {
        lastAnswer = System.nanoTime();
        boolean paced = false;
        for (int i = 0; i < entries.size(); i++) {
          paced |= settle(entries.get(i), answers.get(i));
        }
        if (!paced) {
          pace.answered();
        }
      }
      case Flights.Failed<E>(List<Entry<E>> entries, CallFailure failure) -> fail(entries, failure);
    }
  }

  /** True if the service wants to be asked more slowly. */
  private boolean settle(Entry<E> entry, EntryAnswer answer) {
    return switch (answer) {
      case EntryAnswer.Taken(String receipt) -> {
        outcomes.settle(entry.index, new Delivered(receipt));
        line.delivered(outcomes.key(entry.index));
        yield false;
      }
      case EntryAnswer.Refused(String code) -> refused(entry, code);
    };
  }

  private boolean refused(Entry<E> entry, String code) {
    Blame blame = Blame.of(code);
    switch (blame) {
      case PACE -> {
        slowDown();
        line.putBack(List.of(entry));
      }
      case DESTINATION -> makeUnavailable(reasons.denied(code, ""));
      case EVENT -> fail(entry, reasons.rejected(code));
      case MOMENT, BATCH -> fail(entry, reasons.retryable(code));
    }
    return blame == Blame.PACE;
  }

  private void fail(List<Entry<E>> entries, CallFailure failure) {
    switch (failure.blame()) {
      case PACE -> {
        slowDown();
        line.putBack(entries);
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
      line.putLast(first);
    } else if (tries < TRIES) {
      line.putBack(entries);
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
    line.putBack(entries);
  }

  private void fail(Entry<E> entry, PublishOutcome outcome) {
    outcomes.settle(entry.index, outcome);
    line.failed(outcomes.key(entry.index));
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
