package dev.sluice.aws;

import dev.sluice.aws.eventbridge.EventBridgePublisherProvider;
import dev.sluice.emulators.StandInEntry;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.wire.Body;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** An EventBridge bus. */
public record BusTarget() implements AwsTarget {

  private static final int TIME = 14;

  @Override
  public PublisherProvider provider() {
    return new EventBridgePublisherProvider();
  }

  @Override
  public Destination destination(String endpoint, String name, Format format) {
    return new Destination("eventbridge", name, format, false);
  }

  @Override
  public Received received(StandInEntry entry) {
    return read(entry.body(), entry.resources());
  }

  public static Received read(String detail, List<String> resources) {
    Map<String, String> attributes = new HashMap<>();
    for (String resource : resources) {
      int equals = resource.indexOf('=');
      attributes.put(resource.substring(0, equals), resource.substring(equals + 1));
    }
    String id = Objects.requireNonNull(attributes.get("sluice-id"));
    return new Received(UUID.fromString(id), detail.getBytes(StandardCharsets.UTF_8), attributes);
  }

  @Override
  public int limit() {
    return 1 << 20;
  }

  @Override
  public int overhead(OutboxMessage message) {
    int resources =
        message.attributes().entrySet().stream()
            .mapToInt(entry -> bytes(entry.getKey()) + 1 + bytes(entry.getValue()))
            .sum();
    return TIME + bytes(message.stream()) + bytes(message.eventType()) + resources;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public Codes codes() {
    return new Codes(
        "SomethingNew",
        "InternalFailure",
        "MalformedDetail",
        "ThrottlingException",
        "ResourceNotFoundException");
  }

  /** A detail is always an object. */
  @Override
  public byte[] body(Format format, OutboxMessage message) {
    String json = new String(Body.of(format, message).bytes(), StandardCharsets.UTF_8);
    if (format != Format.RAW) {
      return json.getBytes(StandardCharsets.UTF_8);
    }
    String detail = json.startsWith("{") ? json : "{\"payload\":" + json + "}";
    if (message.binary()) {
      detail =
          "{\"payloadContentType\":\"%s\",\"payloadEncoding\":\"base64\",\"payload\":\"%s\"}"
              .formatted(
                  message.contentType(), Base64.getEncoder().encodeToString(message.payload()));
    }
    return detail.getBytes(StandardCharsets.UTF_8);
  }
}
