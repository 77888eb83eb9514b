package dev.sluice.relay.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** Looks at a destination before its first event, and once a minute from then on. */
final class DestinationChecks {

  private static final long VALID = Duration.ofMinutes(1).toNanos();
  private static final int TRIES = 3;

  private final Map<Destination, Long> checkedAt = new ConcurrentHashMap<>();

  /** Why nothing can be sent there; null if nothing speaks against it. */
  @Nullable Unavailable obstacle(BatchService<?> service, Destination destination) {
    Long last = checkedAt.get(destination);
    long now = System.nanoTime();
    if (last != null && now - last < VALID) {
      return null;
    }
    Unavailable obstacle = ask(service, destination);
    if (obstacle == null) {
      checkedAt.put(destination, now);
    }
    return obstacle;
  }

  /** A single lost connection is no outage. */
  private static @Nullable Unavailable ask(BatchService<?> service, Destination destination) {
    Reasons reasons = new Reasons(service.name(destination), service.permissions());
    Unavailable obstacle = null;
    for (int tries = 0; tries < TRIES; tries++) {
      try {
        service.check(destination);
        return null;
      } catch (SdkException e) {
        CallFailure failure = CallFailure.of(e);
        if (failure.blame() == Blame.DESTINATION) {
          return reasons.denied(failure.code(), failure.text());
        }
        obstacle = reasons.outage(failure);
      }
    }
    return obstacle;
  }
}
