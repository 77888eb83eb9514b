package dev.sluice.relay;

import dev.sluice.relay.config.Route;
import dev.sluice.relay.spi.PublishOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the database is told about one event. */
public sealed interface Settlement {

  OwedEvent event();

  /** It leaves the outbox for the archive. */
  record Published(OwedEvent event, String destination, String receipt) implements Settlement {}

  /** It waits for its retry. */
  record Failed(OwedEvent event, int failures, String code, String reason, Duration delay)
      implements Settlement {}

  /** It is not tried again by itself. */
  record Dead(OwedEvent event, int failures, String code, String reason) implements Settlement {

    static Dead convicted(OwedEvent event) {
      String reason =
          "the relay's process died each time this event was published alone; it is left to a"
              + " person";
      return new Dead(event, event.message().attempt(), OwedEvent.PROCESS_CRASHED, reason);
    }
  }

  /**
   * The whole retry policy. Null for what counts against the destination rather than the event:
   * that event stays as it is.
   */
  static @Nullable Settlement decide(
      OwedEvent event, PublishOutcome outcome, Route route, double chance) {
    return switch (outcome) {
      case PublishOutcome.Delivered(String receipt) ->
          new Published(event, route.destination().uri(), receipt);
      case PublishOutcome.Rejected(String code, String reason) ->
          new Dead(event, event.message().attempt(), code, reason);
      case PublishOutcome.Retryable(String code, String reason) ->
          failedOrDead(event, code, reason, route, chance);
      case PublishOutcome.Unavailable ignored -> null;
      case PublishOutcome.NotSent ignored -> null;
    };
  }

  private static Settlement failedOrDead(
      OwedEvent event, String code, String reason, Route route, double chance) {
    int failures = event.message().attempt();
    int limit = event.maxAttempts() > 0 ? event.maxAttempts() : route.maxAttempts();
    return failures >= limit
        ? new Dead(event, failures, code, reason)
        : new Failed(event, failures, code, reason, route.retry().delay(failures, chance));
  }
}
