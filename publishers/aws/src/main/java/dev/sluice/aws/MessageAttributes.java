package dev.sluice.aws;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A message's metadata within the limits of SNS and SQS: ten attributes, since SNS' raw delivery
 * drops a message with more in silence. Sluice's own and the trace come first; what does not fit,
 * or may not be an attribute, goes into one attribute that holds a JSON object.
 */
public final class MessageAttributes {

  public static final String REST = "sluice-headers";
  static final String CONTENT_TYPE = "content-type";
  static final String ENCODING = "sluice-encoding";

  /** Gives way when there is no room for the JSON object. */
  private static final String LEAST_NEEDED = "sluice-aggregate-type";

  private static final int MOST = 10;
  private static final int LONGEST_NAME = 256;

  /** Each has a name, a type and a value, and all three are weighed. */
  private static final int TYPE_BYTES = "String".length();

  private MessageAttributes() {}

  public static Map<String, String> of(OutboxMessage message, TextBody body) {
    Map<String, String> own = new LinkedHashMap<>();
    Map<String, String> others = new LinkedHashMap<>();
    message.forEachAttribute(
        (name, value) -> {
          boolean first = name.startsWith("sluice-") || name.equals(OutboxMessage.TRACEPARENT);
          (first && isLegal(name, value) ? own : others).put(name, value);
        });
    own.put(CONTENT_TYPE, body.contentType());
    if (!body.encoding().isEmpty()) {
      own.put(ENCODING, body.encoding());
    }
    others.remove(CONTENT_TYPE);
    return join(own, others);
  }

  private static Map<String, String> join(Map<String, String> own, Map<String, String> others) {
    boolean allFit =
        own.size() + others.size() <= MOST
            && others.entrySet().stream().allMatch(e -> isLegal(e.getKey(), e.getValue()));
    if (allFit) {
      own.putAll(others);
      return own;
    }
    String moved = own.size() == MOST ? own.remove(LEAST_NEEDED) : null;
    if (moved != null) {
      others.put(LEAST_NEEDED, moved);
    }
    own.put(REST, json(others));
    return own;
  }

  private static String json(Map<String, String> fields) {
    JsonBytes json = new JsonBytes(64 * fields.size());
    fields.forEach(json::field);
    return new String(json.finish(), StandardCharsets.UTF_8);
  }

  public static int bytes(Map<String, String> attributes) {
    int[] bytes = {0};
    BiConsumer<String, String> weigh =
        (name, value) -> bytes[0] += TYPE_BYTES + Text.bytes(name) + Text.bytes(value);
    attributes.forEach(weigh);
    return bytes[0];
  }

  private static boolean isLegal(String name, String value) {
    return isLegalName(name) && !value.isEmpty() && Text.isLegal(value);
  }

  private static boolean isLegalName(String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && name.chars().allMatch(MessageAttributes::isNameCharacter)
        && name.charAt(0) != '.'
        && name.charAt(name.length() - 1) != '.'
        && !name.contains("..")
        && !name.regionMatches(true, 0, "aws.", 0, 4)
        && !name.regionMatches(true, 0, "amazon.", 0, 7);
  }

  private static boolean isNameCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.';
  }
}
