package dev.sluice.cdk.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Permissions that are granted only if the parameter that they are about is given. */
final class SamStatements {

  static final Map<String, Object> NOTHING = Map.of("Ref", "AWS::NoValue");

  /** Lists of ARNs, and when they hold any. */
  private static final Map<String, String> LISTS =
      Map.of(
          "TopicArns", "ToTopics",
          "QueueArns", "ToQueues",
          "BusArns", "ToBuses",
          "KafkaClusterArn", "ToKafka");

  private static final String DOCUMENT = "PolicyDocument";
  private static final String STATEMENT = "Statement";
  private static final String RESOURCE = "Resource";

  private SamStatements() {}

  /** The same properties, with conditions in their policy. */
  static Map<String, Object> in(Map<String, Object> properties) {
    Map<String, Object> changed = new LinkedHashMap<>(properties);
    if (properties.get(DOCUMENT) instanceof Map<?, ?> document) {
      Map<Object, Object> policy = new LinkedHashMap<>(document);
      List<?> statements = (List<?>) Objects.requireNonNull(document.get(STATEMENT));
      policy.put(STATEMENT, statements.stream().map(all -> conditional((Map<?, ?>) all)).toList());
      changed.put(DOCUMENT, policy);
    }
    return changed;
  }

  private static Map<?, ?> conditional(Map<?, ?> statement) {
    Object resource = statement.get(RESOURCE);
    String text = String.valueOf(resource);
    if (text.contains(":topic/")) {
      return onlyIf("ToKafkaTopics", about(statement, split("KafkaTopicArns")));
    }
    if (resource instanceof Map<?, ?> map
        && map.get("Ref") instanceof String list
        && LISTS.containsKey(list)) {
      return onlyIf(Objects.requireNonNull(LISTS.get(list)), about(statement, split(list)));
    }
    if (text.contains("RoutesParameter")) {
      return onlyIf("RoutesInParameter", statement);
    }
    if (text.contains("MigrationSecretArn")) {
      return onlyIf("WithSecret", statement);
    }
    if (text.contains("MigrationUser")) {
      return Map.of("Fn::If", List.of("WithSecret", NOTHING, statement));
    }
    return String.valueOf(statement.get("Action")).contains("ec2:")
        ? onlyIf("InNetwork", statement)
        : statement;
  }

  private static Map<?, ?> about(Map<?, ?> statement, Object resource) {
    Map<Object, Object> changed = new LinkedHashMap<>(statement);
    changed.put(RESOURCE, resource);
    return changed;
  }

  static Map<String, Object> onlyIf(String condition, Object value) {
    return Map.of("Fn::If", List.of(condition, value, NOTHING));
  }

  static Map<String, Object> split(String parameter) {
    return Map.of("Fn::Split", List.of(",", Map.of("Ref", parameter)));
  }
}
