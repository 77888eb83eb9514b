package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import dev.sluice.cdk.AlarmTopic.Slack;
import dev.sluice.cdk.ProbeSettings;
import dev.sluice.cdk.app.Configuration.AlarmChoice;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import dev.sluice.cdk.app.Configuration.KafkaChoice;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import dev.sluice.cdk.app.Configuration.RelayChoice;
import dev.sluice.cdk.app.Configuration.RouteChoice;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationSchemaTest {

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDialect(ConfigurationSchema.DIALECT);

  private static final JsonNode SCHEMA = schema("configuration").getSchemaNode();

  private static Schema schema(String name) {
    return REGISTRY.getSchema(
        SchemaLocation.of("classpath:dev/sluice/cdk/app/" + name + ".schema.json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"configuration", "routes"})
  void schemaKeepsTheRulesOfSchemas(String name) {
    Schema rules =
        REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    assertThat(rules.validate(schema(name).getSchemaNode())).isEmpty();
  }

  /** Of these keywords the reader has no words. */
  @ParameterizedTest
  @ValueSource(strings = {"configuration", "routes"})
  void ruleThatDoesNotExplainItselfHasAMessage(String name) {
    List<JsonNode> rules = rules(schema(name).getSchemaNode()).toList();
    assertThat(rules)
        .filteredOn(rule -> Stream.of("pattern", "minItems", "not", "oneOf").anyMatch(rule::has))
        .hasSizeGreaterThan(5)
        .allMatch(rule -> rule.has("errorMessage"));
    assertThat(rules)
        .filteredOn(rule -> rule.path("type").asText().matches("integer|number"))
        .isNotEmpty()
        .allMatch(rule -> rule.has("minimum") && rule.has("maximum"));
  }

  /** But for conditions, which nobody can break. */
  private static Stream<JsonNode> rules(JsonNode node) {
    return Stream.concat(
        Stream.of(node),
        node.propertyStream()
            .filter(entry -> !List.of("if", "not", "anyOf", "oneOf").contains(entry.getKey()))
            .map(Map.Entry::getValue)
            .flatMap(value -> value.isArray() ? value.valueStream() : Stream.of(value))
            .filter(JsonNode::isObject)
            .flatMap(ConfigurationSchemaTest::rules));
  }

  static Stream<Arguments> records() {
    return Stream.of(
        arguments("", Configuration.class),
        arguments("/properties/relay", RelayChoice.class),
        arguments("/properties/relay/properties/probe", ProbeSettings.class),
        arguments("/properties/alarms", AlarmChoice.class),
        arguments("/properties/alarms/properties/slack", Slack.class),
        arguments("/$defs/newNetwork", NetworkChoice.New.class),
        arguments("/$defs/existingNetwork", NetworkChoice.Existing.class),
        arguments("/$defs/instance", DatabaseChoice.Instance.class),
        arguments("/$defs/aurora", DatabaseChoice.Aurora.class),
        arguments("/$defs/existingDatabase", DatabaseChoice.Existing.class),
        arguments(
            "/$defs/existingDatabase/properties/migration",
            DatabaseChoice.Existing.Migration.class),
        arguments("/$defs/provisionedKafka", KafkaChoice.Provisioned.class),
        arguments("/$defs/existingKafka", KafkaChoice.Existing.class));
  }

  /** Jackson would pass over one that the record lacks, and the schema refuse one that it lacks. */
  @ParameterizedTest
  @MethodSource("records")
  void schemaAndRecordHaveTheSameFields(String pointer, Class<?> record) {
    assertThat(properties(pointer)).containsExactlyInAnyOrderElementsOf(names(record).toList());
  }

  /** The others are the functions' own. */
  @Test
  void routeHasTheFieldsOfTheFunctionsToo() {
    List<String> policies =
        schema("routes")
            .getSchemaNode()
            .at("/$defs/route/properties")
            .propertyStream()
            .map(Map.Entry::getKey)
            .filter(name -> !name.equals("stream") && !name.equals("destination"))
            .toList();
    assertThat(policies).hasSize(7);
    assertThat(properties("/$defs/route"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(names(RouteChoice.class), policies.stream()).toList());
  }

  private static List<String> properties(String pointer) {
    return SCHEMA
        .at(pointer)
        .get("properties")
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(name -> !name.equals("kind") && !name.equals("$schema"))
        .toList();
  }

  private static Stream<String> names(Class<?> record) {
    return Arrays.stream(record.getRecordComponents()).flatMap(ConfigurationSchemaTest::names);
  }

  private static Stream<String> names(RecordComponent component) {
    if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
      return names(component.getType());
    }
    if (component.getAccessor().isAnnotationPresent(JsonAnySetter.class)) {
      return Stream.empty();
    }
    JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
    return Stream.of(other == null ? component.getName() : other.value());
  }
}
