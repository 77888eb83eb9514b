package dev.sluice.emulators;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry of SendMessageBatch; its attributes stay unparsed until they are asked for. */
record StandInSqsEntry(
    String id,
    String body,
    @Nullable String groupId,
    @Nullable String deduplicationId,
    StandInJson.Slice entry)
    implements StandInContent {

  static StandInSqsEntry read(JsonParser parser, byte[] json) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    StandInJson.Slice entry =
        StandInJson.walk(
            parser,
            json,
            (name, value) -> {
              if (value.currentToken().isScalarValue()) {
                texts.put(name, value.getText());
              }
            });
    return new StandInSqsEntry(
        texts.getOrDefault("Id", ""),
        texts.getOrDefault("MessageBody", ""),
        texts.get("MessageGroupId"),
        texts.get("MessageDeduplicationId"),
        entry);
  }

  StandInEntry to(String queue) {
    return new StandInEntry(queue, id, groupId, deduplicationId, this);
  }

  @Override
  public Map<String, String> attributes() {
    return values("MessageAttributes");
  }

  @Override
  public Map<String, String> systemAttributes() {
    return values("MessageSystemAttributes");
  }

  /** The checksums of the attributes, by their names in the answer. */
  Map<String, String> checksums() {
    Map<String, Object> object = entry.object();
    Map<String, String> checksums = new LinkedHashMap<>();
    Map<String, Object> own = StandInJson.object(object.get("MessageAttributes"));
    Map<String, Object> system = StandInJson.object(object.get("MessageSystemAttributes"));
    if (!own.isEmpty()) {
      checksums.put("MD5OfMessageAttributes", StandInMd5.ofAttributes(own));
    }
    if (!system.isEmpty()) {
      checksums.put("MD5OfMessageSystemAttributes", StandInMd5.ofAttributes(system));
    }
    return checksums;
  }

  private Map<String, String> values(String name) {
    Map<String, String> values = new LinkedHashMap<>();
    StandInJson.object(entry.object().get(name))
        .forEach((key, attribute) -> values.put(key, value(StandInJson.object(attribute))));
    return values;
  }

  private static String value(Map<String, Object> attribute) {
    return StandInJson.text(attribute.getOrDefault("StringValue", attribute.get("BinaryValue")));
  }
}
