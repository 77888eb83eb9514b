package dev.sluice.aws.eventbridge;

import dev.sluice.aws.Sized;
import dev.sluice.aws.Text;
import dev.sluice.aws.TraceHeader;
import dev.sluice.aws.UnfitException;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.Body;
import dev.sluice.relay.wire.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

/**
 * A message as an event on a bus: the stream is its source, the event type its detail-type, the
 * payload its detail. A bus knows no headers, so they travel as resources, {@code name=value}.
 */
final class BusEvent {

  private static final int LONGEST_TYPE = 128;
  private static final int LONGEST_SOURCE = 256;
  private static final int TIME_BYTES = 14;

  private BusEvent() {}

  static Sized<PutEventsRequestEntry> of(Destination destination, OutboxMessage message)
      throws UnfitException {
    checkLength("event type", message.eventType(), LONGEST_TYPE);
    checkLength("stream", message.stream(), LONGEST_SOURCE);
    String detail = new String(detail(destination.format(), message), StandardCharsets.UTF_8);
    List<String> resources = new ArrayList<>();
    message.forEachAttribute((name, value) -> resources.add(name + "=" + value));
    PutEventsRequestEntry.Builder entry =
        PutEventsRequestEntry.builder()
            .eventBusName(destination.target())
            .source(message.stream())
            .detailType(message.eventType())
            .detail(detail)
            .time(message.createdAt())
            .resources(resources);
    TraceHeader.of(message).ifPresent(entry::traceHeader);
    int bytes = TIME_BYTES + Text.bytes(message.stream()) + Text.bytes(message.eventType());
    return new Sized<>(
        entry.build(), bytes + Text.bytes(detail) + resources.stream().mapToInt(Text::bytes).sum());
  }

  private static void checkLength(String what, String text, int most) throws UnfitException {
    if (text.length() > most) {
      String reason = "its %s has %d characters, and EventBridge takes %d";
      throw new UnfitException("TOO_LONG", reason.formatted(what, text.length(), most));
    }
  }

  private static byte[] detail(Format format, OutboxMessage message) {
    byte[] body = Body.of(format, message).bytes();
    if (format != Format.RAW) {
      return body;
    }
    if (message.binary()) {
      return new JsonBytes(2 * body.length + 128)
          .field("payloadContentType", message.contentType())
          .field("payloadEncoding", "base64")
          .base64("payload", body)
          .finish();
    }
    return isObject(body) ? body : new JsonBytes(body.length + 16).json("payload", body).finish();
  }

  /** The database has checked that it is JSON; only its first character is of interest. */
  private static boolean isObject(byte[] json) {
    for (byte b : json) {
      if (b > ' ') {
        return b == '{';
      }
    }
    return false;
  }
}
