package dev.sluice.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.StandInEntry;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** What topics and queues have in common: a text with message attributes. */
public interface MessageTarget extends AwsTarget {

  @Override
  default Received received(StandInEntry entry) {
    return read(entry.body(), entry.attributes());
  }

  /** As a consumer reads it: what did not fit is in one attribute, what is no text in Base64. */
  static Received read(String body, Map<String, String> found) {
    Map<String, String> attributes = new HashMap<>(found);
    String rest = attributes.remove(MessageAttributes.REST);
    if (rest != null) {
      addAll(attributes, rest);
    }
    byte[] bytes =
        switch (attributes.getOrDefault(MessageAttributes.ENCODING, "")) {
          case "base64" -> Base64.getDecoder().decode(body);
          case "empty" -> new byte[0];
          default -> body.getBytes(StandardCharsets.UTF_8);
        };
    String id = Objects.requireNonNull(attributes.get("sluice-id"));
    return new Received(UUID.fromString(id), bytes, attributes);
  }

  private static void addAll(Map<String, String> attributes, String json) {
    try {
      JSON.std.mapFrom(json).forEach((name, value) -> attributes.put(name, String.valueOf(value)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  default int overhead(OutboxMessage message) {
    return MessageAttributes.bytes(MessageAttributes.of(message, TextBody.of(Format.RAW, message)));
  }
}
