package dev.sluice.relay.lane;

import dev.sluice.relay.config.Route;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.PublishOutcome;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The whole retry policy: what becomes of an event that was not delivered. */
final class Judge {

  private Judge() {}

  /** Null where the event stays as it is: in outbox.held already, or to be sent again. */
  static @Nullable Change decide(
      LogEvent event,
      PublishOutcome outcome,
      boolean blocked,
      Route route,
      RandomGenerator random) {
    return switch (outcome) {
      case PublishOutcome.Delivered delivered -> event.held() ? new Change.Released(event) : null;
      case PublishOutcome.Rejected rejected ->
          new Change.Dead(event, event.message().attempt(), rejected.code(), rejected.reason());
      case PublishOutcome.Retryable failure -> failedOrDead(event, failure, route, random);
      case PublishOutcome.Unavailable outage -> waiting(event);
      case PublishOutcome.NotSent notSent -> blocked ? waiting(event) : null;
    };
  }

  private static @Nullable Change waiting(LogEvent event) {
    return event.held() ? null : new Change.Waiting(event);
  }

  private static Change failedOrDead(
      LogEvent event, PublishOutcome.Retryable failure, Route route, RandomGenerator random) {
    int failures = event.message().attempt();
    int limit = event.maxAttempts() > 0 ? event.maxAttempts() : route.maxAttempts();
    return failures >= limit
        ? new Change.Dead(event, failures, failure.code(), failure.reason())
        : new Change.Failed(
            event,
            failures,
            failure.code(),
            failure.reason(),
            route.retry().delay(failures, random.nextDouble()));
  }
}
