package dev.sluice.emulators;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The entries of PublishBatch, each a range of the form. */
final class StandInSnsEntries {

  private static final String MEMBER = "PublishBatchRequestEntries.member.";

  private final String topic;
  private final byte[] form;
  private final int start;
  private int end;
  private String id = "";
  private @Nullable String groupId;
  private @Nullable String deduplicationId;

  private StandInSnsEntries(String topic, byte[] form, int start) {
    this.topic = topic;
    this.form = form;
    this.start = start;
  }

  static List<StandInEntry> read(String topic, byte[] form) {
    Map<Integer, StandInSnsEntries> entries = new TreeMap<>();
    StandInForm pairs = new StandInForm(form);
    while (pairs.next()) {
      if (pairs.keyStartsWith(MEMBER)) {
        int start = pairs.start();
        entries
            .computeIfAbsent(
                pairs.numberAt(MEMBER.length()), n -> new StandInSnsEntries(topic, form, start))
            .add(pairs);
      }
    }
    return entries.values().stream().map(StandInSnsEntries::entry).toList();
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

  private StandInEntry entry() {
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
        String[] key = pairs.keyFrom(MEMBER.length()).split("\\.");
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
