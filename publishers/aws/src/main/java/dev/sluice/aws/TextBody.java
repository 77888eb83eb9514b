package dev.sluice.aws;

import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.Body;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A message's body for services that take text alone, and never none.
 *
 * @param encoding empty, {@code base64}, or {@code empty} where the dash stands for no bytes
 */
public record TextBody(String text, String contentType, String encoding) {

  public static TextBody of(Format format, OutboxMessage message) {
    Body body = Body.of(format, message);
    if (body.bytes().length == 0) {
      return new TextBody("-", body.contentType(), "empty");
    }
    return format == Format.RAW && message.binary()
        ? new TextBody(
            Base64.getEncoder().encodeToString(body.bytes()), body.contentType(), "base64")
        : new TextBody(new String(body.bytes(), StandardCharsets.UTF_8), body.contentType(), "");
  }

  public int bytes() {
    return Text.bytes(text);
  }
}
