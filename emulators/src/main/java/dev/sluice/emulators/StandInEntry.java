package dev.sluice.emulators;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a batch. What it says is decoded when it is asked for, as a benchmark never asks.
 *
 * @param id the entry's id within its batch; of an event, which has none, its position from 1
 */
public record StandInEntry(
    String target,
    String id,
    @Nullable String groupId,
    @Nullable String deduplicationId,
    StandInContent content) {

  /** Message, MessageBody or Detail. */
  public String body() {
    return content.body();
  }

  /** Message attributes by name; of a binary one its Base64 text. */
  public Map<String, String> attributes() {
    return content.attributes();
  }

  /** What SQS calls message system attributes, such as AWSTraceHeader. */
  public Map<String, String> systemAttributes() {
    return content.systemAttributes();
  }

  /** What only EventBridge knows of an entry. */
  public StandInEvent event() {
    return content.event();
  }

  @Override
  public String toString() {
    return "%s: entry %s, group %s, deduplicated by %s, %s %s"
        .formatted(target, id, groupId, deduplicationId, body(), attributes());
  }
}
