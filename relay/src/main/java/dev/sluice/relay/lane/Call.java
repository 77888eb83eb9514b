package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Events on their way to a destination. It is settled as a whole: when each of its events was
 * delivered or has its change of outbox.held.
 */
final class Call {

  final DestinationQueue queue;

  /** The batches that end with this call; their strands move when it is settled. */
  final List<Batch> batches;

  private final List<LogEvent> events;
  private final List<String> receipts = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<LogEvent> delivered = new ArrayList<>();
  private List<LogEvent> open;
  private List<LogEvent> sent = List.of();
  private boolean alone;
  private int letters;

  /** When the destination gave its last answer. */
  long answeredAt;

  Call(DestinationQueue queue, List<Batch> batches, List<LogEvent> events) {
    this.queue = queue;
    this.batches = batches;
    this.events = events;
    this.open = events;
  }

  /** What is still to be sent. */
  List<LogEvent> open() {
    return open;
  }

  /** The messages in flight. */
  List<OutboxMessage> messages() {
    List<OutboxMessage> messages = new ArrayList<>(sent.size());
    for (LogEvent event : sent) {
      messages.add(event.message());
    }
    return messages;
  }

  List<LogEvent> events() {
    return events;
  }

  boolean inFlight() {
    return !sent.isEmpty();
  }

  /**
   * @param first the first of what is open, or all of it
   */
  void send(List<LogEvent> first) {
    sent = first;
  }

  /** The events in flight. */
  List<LogEvent> sent() {
    return sent;
  }

  /** The open events behind those in flight. */
  List<LogEvent> rest() {
    return open.subList(sent.size(), open.size());
  }

  /** A bug in the publisher may be due to any of its events: each of them is sent alone now. */
  void isolate() {
    alone = true;
    sent = List.of();
  }

  /** Whether its events are sent one by one. */
  boolean alone() {
    return alone;
  }

  /** These are still to be sent, in their order. */
  void answered(List<LogEvent> again) {
    sent = List.of();
    open = again;
  }

  boolean complete() {
    return sent.isEmpty() && open.isEmpty() && letters == 0;
  }

  void deliver(LogEvent event, Delivered outcome) {
    delivered.add(event);
    receipts.add(Objects.requireNonNull(outcome.receipt()));
  }

  void change(Change change) {
    changes.add(change);
  }

  /** A copy of one of its events goes to the dead-letter queue first. */
  void awaitLetter() {
    letters++;
  }

  void letterAnswered(Change change) {
    letters--;
    change(change);
  }

  List<LogEvent> delivered() {
    return delivered;
  }

  List<String> receipts() {
    return receipts;
  }

  List<Change> changes() {
    return changes;
  }
}
