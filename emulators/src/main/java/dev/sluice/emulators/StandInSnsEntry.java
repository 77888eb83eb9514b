package dev.sluice.emulators;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry of PublishBatch: a range of the form. */
final class StandInSnsEntry {

  private static final String MEMBER = "PublishBatchRequestEntries.member.";

  private final byte[] form;
  private final int start;
  private int end;
  private String id = "";
  private @Nullable String groupId;
  private @Nullable String deduplicationId;

  private StandInSnsEntry(byte[] form, int start) {
    this.form = form;
    this.start = start;
  }

  /** Gives the pair to the entry that it belongs to, if it belongs to one. */
  static void collect(StandInForm pair, byte[] form, Map<Integer, StandInSnsEntry> entries) {
    if (pair.keyStartsWith(MEMBER)) {
      int start = pair.start();
      entries
          .computeIfAbsent(
              pair.numberAt(MEMBER.length()), number -> new StandInSnsEntry(form, start))
          .add(pair);
    }
  }

  private void add(StandInForm pair) {
    end = pair.end();
    if (pair.keyEndsWith(".Id")) {
      id = pair.value();
    } else if (pair.keyEndsWith(".MessageGroupId")) {
      groupId = pair.value();
    } else if (pair.keyEndsWith(".MessageDeduplicationId")) {
      deduplicationId = pair.value();
    }
  }

  StandInEntry to(String topic) {
    return new StandInEntry(topic, id, groupId, deduplicationId, new Content(form, start, end));
  }

  private record Content(byte[] form, int start, int end) implements StandInContent {

    @Override
    public String body() {
      StandInForm pairs = new StandInForm(form, start, end);
      while (pairs.next()) {
        if (pairs.keyEndsWith(".Message")) {
          return pairs.value();
        }
      }
      return "";
    }

    @Override
    public Map<String, String> attributes() {
      Map<String, String> names = new LinkedHashMap<>();
      Map<String, String> values = new LinkedHashMap<>();
      StandInForm pairs = new StandInForm(form, start, end);
      while (pairs.next()) {
        // PublishBatchRequestEntries.member.1.MessageAttributes.entry.2.Value.StringValue
        String[] key = pairs.keyFrom(MEMBER.length()).split("\\.", -1);
        if (key.length == 5 && key[4].equals("Name")) {
          names.put(key[3], pairs.value());
        } else if (key.length == 6 && key[5].endsWith("Value")) {
          values.put(key[3], pairs.value());
        }
      }
      Map<String, String> attributes = new LinkedHashMap<>();
      names.forEach((number, name) -> attributes.put(name, values.getOrDefault(number, "")));
      return attributes;
    }
  }
}
