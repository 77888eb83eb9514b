package dev.sluice.emulators;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a batch.
 *
 * @param id the entry's id within its batch; of an event, which has none, its position from 1
 * @param content its fields, by the names of its service. Decoded when they are asked for, as a
 *     benchmark never asks
 */
public record StandInEntry(
    String target,
    String id,
    @Nullable String groupId,
    @Nullable String deduplicationId,
    Supplier<Map<String, Object>> content) {

  /** Whose order counts: on standard topics and queues a group is there for fairness alone. */
  public @Nullable String orderedGroup() {
    return target.endsWith(".fifo") ? groupId : null;
  }

  public Map<String, Object> fields() {
    return content.get();
  }

  /** Message, MessageBody or Detail. */
  public String body() {
    Map<String, Object> fields = fields();
    return Stream.of("Message", "MessageBody", "Detail")
        .map(fields::get)
        .filter(Objects::nonNull)
        .findFirst()
        .map(StandInJson::text)
        .orElse("");
  }

  /** Message attributes by name; of a binary one its Base64 text. */
  public Map<String, String> attributes() {
    Map<String, String> values = new LinkedHashMap<>();
    StandInJson.object(fields().get("MessageAttributes"))
        .forEach((name, attribute) -> values.put(name, value(StandInJson.object(attribute))));
    return values;
  }

  private static String value(Map<String, Object> attribute) {
    return StandInJson.text(attribute.getOrDefault("StringValue", attribute.get("BinaryValue")));
  }

  /** The aggregate of an event. */
  public List<String> resources() {
    return StandInJson.list(fields().get("Resources")).stream().map(StandInJson::text).toList();
  }

  @Override
  public String toString() {
    return "%s: entry %s, group %s, deduplicated by %s, %s"
        .formatted(target, id, groupId, deduplicationId, fields());
  }
}
