package dev.sluice.relay.spi;

/** What became of one message. */
public sealed interface PublishOutcome {

  /** The broker has it; the receipt is the broker's own id for it. */
  record Delivered(String receipt) implements PublishOutcome {}

  /** This event, this time: counts an attempt. */
  record Retryable(String code, String reason) implements PublishOutcome {}

  /** This event, always: it is dead at once. */
  record Rejected(String code, String reason) implements PublishOutcome {}

  /** The destination, not the event: opens the breaker and counts nothing. */
  record Unavailable(String code, String reason) implements PublishOutcome {}

  /**
   * Nobody's fault: behind a failure of its key, or dropped with or after the end of a {@link
   * Pipeline} or {@link Publisher}. The broker may have it, if it was in flight then.
   */
  record NotSent() implements PublishOutcome {}
}
