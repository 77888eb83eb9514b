package dev.sluice.relay.wire;

import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The message as a CloudEvent 1.0, structured or in the binary mode of the Kafka binding. */
public final class CloudEvent {

  private static final String SPEC_VERSION = "1.0";
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private CloudEvent() {}

  static byte[] structured(OutboxMessage message) {
    JsonBytes json = new JsonBytes(448 + message.payload().length * (message.binary() ? 2 : 1));
    attributes(message).forEach(json::field);
    json.field("datacontenttype", message.contentType());
    return message.binary()
        ? json.base64("data_base64", message.payload()).finish()
        : json.json("data", message.payload()).finish();
  }

  /**
   * The Kafka headers of binary mode, where the record's value is the data: ce_ attributes and the
   * content type beside the caller's own headers, which give way to them.
   */
  public static Map<String, String> kafkaHeaders(OutboxMessage message) {
    Map<String, String> attributes = attributes(message);
    Map<String, String> headers =
        LinkedHashMap.newLinkedHashMap(attributes.size() + message.headers().size() + 1);
    headers.putAll(message.headers());
    attributes.forEach((name, value) -> headers.put("ce_" + name, value));
    headers.put("content-type", message.contentType());
    return headers;
  }

  private static Map<String, String> attributes(OutboxMessage message) {
    Map<String, String> attributes = LinkedHashMap.newLinkedHashMap(9);
    attributes.put("specversion", SPEC_VERSION);
    attributes.put("id", message.id().toString());
    attributes.put("source", "/sluice/" + pathSegment(message.stream()));
    attributes.put("type", message.eventType());
    putUnlessEmpty(attributes, "subject", message.aggregateId());
    attributes.put("time", message.createdAt().toString());
    putUnlessEmpty(attributes, "aggregatetype", message.aggregateType());
    putUnlessEmpty(attributes, "partitionkey", message.key());
    putUnlessEmpty(attributes, OutboxMessage.TRACEPARENT, message.traceparent());
    return attributes;
  }

  /** CloudEvents knows no empty attributes, only absent ones. */
  private static void putUnlessEmpty(
      Map<String, String> attributes, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      attributes.put(name, value);
    }
  }

  /** A source must be a URI reference whatever the stream is called. */
  private static String pathSegment(String stream) {
    if (stream.chars().allMatch(c -> UNRESERVED.indexOf(c) >= 0)) {
      return stream;
    }
    StringBuilder segment = new StringBuilder(stream.length() * 3);
    for (byte b : stream.getBytes(StandardCharsets.UTF_8)) {
      if (UNRESERVED.indexOf(b) >= 0) {
        segment.append((char) b);
      } else {
        segment.append(String.format("%%%02X", b));
      }
    }
    return segment.toString();
  }
}
