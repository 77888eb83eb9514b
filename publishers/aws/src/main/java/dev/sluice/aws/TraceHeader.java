package dev.sluice.aws;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.TraceId;
import java.util.Optional;

/** A W3C traceparent as X-Ray writes it. */
public final class TraceHeader {

  private static final int PARENT = 36;
  private static final int FLAGS = 53;
  private static final int LENGTH = 55;

  private TraceHeader() {}

  public static Optional<String> of(OutboxMessage message) {
    String traceparent = message.traceparent();
    String trace = TraceId.of(traceparent);
    if (traceparent == null || trace == null || traceparent.length() != LENGTH) {
      return Optional.empty();
    }
    String parent = traceparent.substring(PARENT, FLAGS - 1);
    int flags = Character.digit(traceparent.charAt(LENGTH - 1), 16);
    return Optional.of(
        "Root=1-%s-%s;Parent=%s;Sampled=%d"
            .formatted(trace.substring(0, 8), trace.substring(8), parent, flags & 1));
  }
}
