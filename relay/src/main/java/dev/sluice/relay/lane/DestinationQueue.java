package dev.sluice.relay.lane;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Pipeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was read for one destination and is not settled yet, in order. */
final class DestinationQueue {

  private static final int CALLS_IN_FLIGHT = 6;

  final Destination destination;
  final Breaker breaker = new Breaker();

  /** Whether the last probe was a held event; null before the first. */
  @Nullable Boolean probedHeld;

  private final Deque<Batch> waiting = new ArrayDeque<>();
  private final Deque<List<LogEvent>> heads = new ArrayDeque<>();
  private final Deque<Call> calls = new ArrayDeque<>();
  private int waitingEvents;
  private int events;
  private long bytes;
  private int inFlight;
  private boolean broken;
  private final Supplier<Optional<Pipeline>> pipelines;
  private Optional<Pipeline> pipeline;

  DestinationQueue(Destination destination, Supplier<Optional<Pipeline>> pipelines) {
    this.destination = destination;
    this.pipelines = pipelines;
    this.pipeline = pipelines.get();
  }

  /** Of the thread that sends: a call must not wait for another queue's, its lease may end. */
  String name() {
    return name(destination);
  }

  static String name(Destination destination) {
    String order = destination.ordered() ? "" : " without order";
    return destination.uri() + " " + destination.format() + order;
  }

  void offer(Batch batch) {
    waiting.add(batch);
    waitingEvents += batch.events().size();
    count(batch.events(), 1);
  }

  /** Events that were held: before what waits, for they are older. */
  void offerHeads(List<LogEvent> held) {
    heads.add(held);
    waitingEvents += held.size();
    count(held, 1);
  }

  private void count(List<LogEvent> some, int sign) {
    events += sign * some.size();
    for (LogEvent event : some) {
      bytes += sign * (long) event.bytes();
    }
  }

  int waitingEvents() {
    return waitingEvents;
  }

  /** Read and not settled. */
  int events() {
    return events;
  }

  long bytes() {
    return bytes;
  }

  boolean idle() {
    return waiting.isEmpty() && heads.isEmpty() && calls.isEmpty();
  }

  /** A new one would be the same. There may be as many destinations as streams. */
  boolean isForgettable() {
    return idle() && events == 0 && inFlight == 0 && !broken && breaker.closed();
  }

  /** Whether more may be read for it, in pages of so many events: a page ahead of the next call. */
  boolean hasRoom(int page) {
    return waitingEvents < 2 * page && events < mostEvents(page);
  }

  /** Reading stops at so many that are not settled: so many a crash can have met in flight. */
  static int mostEvents(int page) {
    return 8 * page;
  }

  /** The events that come next. */
  List<LogEvent> peek() {
    if (!heads.isEmpty()) {
      return heads.element();
    }
    return waiting.isEmpty() ? List.of() : waiting.element().events();
  }

  /** The next events that are sent together; null when nothing waits. */
  @Nullable Call next(int limit) {
    List<Batch> batches = new ArrayList<>();
    List<LogEvent> together = new ArrayList<>();
    while (!heads.isEmpty() && together.size() < limit) {
      together.addAll(heads.remove());
    }
    while (!waiting.isEmpty()
        && (together.isEmpty() || together.size() + waiting.peek().events().size() <= limit)) {
      Batch batch = waiting.remove();
      batches.add(batch);
      together.addAll(batch.events());
    }
    if (batches.isEmpty() && together.isEmpty()) {
      return null;
    }
    waitingEvents -= together.size();
    Call call = new Call(this, batches, together);
    calls.add(call);
    return call;
  }

  /** Takes back what was read and not sent; it is read again later. */
  void drop(BlockedKeys blocked) {
    Map<Strand, List<Batch>> byStrand = new LinkedHashMap<>();
    waiting.forEach(
        batch -> byStrand.computeIfAbsent(batch.strand(), s -> new ArrayList<>()).add(batch));
    byStrand.forEach((strand, batches) -> strand.rewind(batches));
    waiting.forEach(batch -> count(batch.events(), -1));
    waiting.clear();
    for (List<LogEvent> held : heads) {
      held.forEach(event -> blocked.read(event.key(), false));
      count(held, -1);
    }
    heads.clear();
    waitingEvents = 0;
  }

  /** Every shard was lost: what is not in flight is left to the next owners. */
  void abandon(BlockedKeys blocked) {
    drop(blocked);
    again().forEach(call -> call.answered(List.of()));
  }

  /** The calls that are complete, up to the first that is not. */
  List<Call> completed() {
    List<Call> completed = new ArrayList<>();
    while (!calls.isEmpty() && calls.peek().complete()) {
      completed.add(calls.remove());
    }
    return completed;
  }

  void settled(Call call) {
    count(call.events(), -1);
  }

  /** Calls that have events to be sent again, in order. */
  List<Call> again() {
    return calls.stream().filter(call -> !call.inFlight() && !call.open().isEmpty()).toList();
  }

  int inFlight() {
    return inFlight;
  }

  /** While a call is sent in parts, what is behind it waits until the last part was answered. */
  boolean takesCall() {
    return inFlight < (pipeline.isPresent() ? CALLS_IN_FLIGHT : 1)
        && calls.stream().noneMatch(call -> call.inFlight() && !call.rest().isEmpty());
  }

  void send(Call call, List<LogEvent> first) {
    call.send(first);
    inFlight++;
  }

  void answered(boolean all) {
    inFlight--;
    broken |= !all;
  }

  /** After a failure nothing is sent until every call in flight was answered. */
  boolean broken() {
    if (broken && inFlight == 0) {
      broken = false;
      pipeline = pipelines.get();
    }
    return broken;
  }

  /** Empty where a call must be answered before the next one. */
  Optional<Pipeline> pipeline() {
    return pipeline;
  }
}
