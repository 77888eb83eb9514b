package dev.sluice.relay.ops.probe;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The probe is still in the outbox: it will be delivered, but nobody waits for it any more. */
public final class UndeliveredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final String UNKNOWN =
      "nothing that the database knows of is in its way: look at the backlog in status, and at the log of the relay";

  UndeliveredException(UUID id, String stream, Duration waited, List<String> obstacles) {
    super(
        "the probe %s of the stream %s was not delivered within %d s:\n  - %s"
            .formatted(
                id,
                stream,
                waited.toSeconds(),
                String.join("\n  - ", obstacles.isEmpty() ? List.of(UNKNOWN) : obstacles)));
  }
}
