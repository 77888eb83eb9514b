package dev.sluice.kafka;

import java.util.List;
import java.util.regex.Pattern;

/** Kafka's own rules for the name of a topic. */
final class TopicName {

  private static final int LONGEST = 249;
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]+");

  private TopicName() {}

  static List<String> faults(String topic) {
    if (topic.equals(".") || topic.equals("..")) {
      return List.of("kafka:" + topic + ": Kafka reserves the topic names . and ..");
    }
    if (topic.length() > LONGEST) {
      return List.of(
          "kafka:"
              + topic
              + ": a topic's name has "
              + LONGEST
              + " characters at most, not "
              + topic.length());
    }
    if (!LEGAL.matcher(topic).matches()) {
      return List.of(
          "kafka:" + topic + ": a topic's name consists of letters, digits, '.', '_' and '-'");
    }
    return List.of();
  }
}
