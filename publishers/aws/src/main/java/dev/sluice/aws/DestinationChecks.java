package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** Looks at a destination that drops in silence before its first event, and once a minute then. */
final class DestinationChecks {

  private static final long VALID = Duration.ofMinutes(1).toNanos();
  private static final long AGAIN = Duration.ofSeconds(10).toNanos();
  private static final int TRIES = 3;

  private final LongSupplier clock;
  private final Map<Destination, Long> validUntil = new ConcurrentHashMap<>();

  DestinationChecks(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Why nothing can be sent there; null if nothing speaks against it. Of a destination that was
   * seen before, a look that is throttled or gets no answer proves nothing.
   */
  @Nullable Unavailable obstacle(BatchService<?> service, Destination destination) {
    Long until = validUntil.get(destination);
    long now = clock.getAsLong();
    if (!service.dropsInSilence() || (until != null && now - until < 0)) {
      return null;
    }
    CallFailure failure = ask(service, destination);
    boolean passing = failure != null && failure.scope() != FaultScope.DESTINATION;
    if (failure == null || (passing && until != null)) {
      validUntil.put(destination, now + (failure == null ? VALID : AGAIN));
      return null;
    }
    Reasons reasons = new Reasons(service.name(destination), service.permissions());
    return passing ? reasons.outage(failure) : reasons.denied(failure.code(), failure.text());
  }

  /** The same look for an operator. */
  static Finding look(BatchService<?> service, Destination destination) {
    String name = service.name(destination);
    CallFailure failure = ask(service, destination);
    return failure == null
        ? new Finding.Ready(name + " is there; writing to it takes " + service.permissions())
        : FailedLook.finding(name, service.lookPermission(), failure);
  }

  /** A single lost connection is no outage. */
  private static @Nullable CallFailure ask(BatchService<?> service, Destination destination) {
    CallFailure failure = null;
    for (int tries = 0; tries < TRIES; tries++) {
      try {
        service.look(destination);
        return null;
      } catch (SdkException e) {
        failure = CallFailure.of(e);
        if (failure.scope() == FaultScope.DESTINATION) {
          return failure;
        }
      }
    }
    return failure;
  }
}
