package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.testing.Environments;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/schema/routes.schema.json and the functions judge the same routes, and agree. */
final class RoutesSchemaIT {

  private static final Schema SCHEMA =
      SchemaRegistry.withDialect(ConfigurationSchema.DIALECT)
          .getSchema(SchemaLocation.of("classpath:dev/sluice/cdk/app/routes.schema.json"));

  private static final JsonNode FIELDS = SCHEMA.getSchemaNode().at("/$defs/route/properties");

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(?<name>\\w+)` \\| (?<otherwise>[^|]*) \\|");

  private static boolean isTakenBySchema(String routes) {
    return SCHEMA.validate(routes, InputFormat.JSON).isEmpty();
  }

  private static boolean isTakenByFunctions(String routes) {
    Map<String, String> environment =
        Environments.with(
            Map.of("SLUICE_ROUTES", routes, "KAFKA_BOOTSTRAP_SERVERS", "broker.internal:9098"));
    try {
      return !RelayConfig.parse(environment).routes().isEmpty();
    } catch (ConfigurationException e) {
      assertThat(e.getMessage()).contains("SLUICE_ROUTES").doesNotContain("KAFKA", "SLUICE_DB");
      return false;
    }
  }

  /** Each value of a choice, and the ends of each range. */
  static Stream<String> goodOfEachField() {
    return FIELDS.propertyStream().flatMap(field -> values(field, true));
  }

  static Stream<String> badOfEachField() {
    return FIELDS.propertyStream().flatMap(field -> values(field, false));
  }

  private static Stream<String> values(Map.Entry<String, JsonNode> field, boolean good) {
    JsonNode rule = rule(field);
    Stream<String> choices =
        rule.path("enum")
            .valueStream()
            .map(JsonNode::toString)
            .map(text -> good ? text : "\"X" + text.substring(1));
    Stream<String> bounds =
        rule.has("maximum")
            ? IntStream.of(
                    rule.get("minimum").asInt() - (good ? 0 : 1),
                    rule.get("maximum").asInt() + (good ? 0 : 1))
                .mapToObj(String::valueOf)
            : Stream.empty();
    return Stream.concat(choices, bounds)
        .map(value -> RoutesCorpus.route("kafka:a", "\"%s\": %s".formatted(field.getKey(), value)));
  }

  private static JsonNode rule(Map.Entry<String, JsonNode> field) {
    return SCHEMA.getSchemaNode().at(field.getValue().path("$ref").asText().substring(1));
  }

  @ParameterizedTest
  @MethodSource({"dev.sluice.cdk.app.RoutesCorpus#good", "goodOfEachField"})
  void bothTakeIt(String routes) {
    assertThat(isTakenBySchema(routes)).as("schema").isTrue();
    assertThat(isTakenByFunctions(routes)).as("functions").isTrue();
  }

  @ParameterizedTest
  @MethodSource({"dev.sluice.cdk.app.RoutesCorpus#bad", "badOfEachField"})
  void bothRefuseIt(String routes) {
    assertThat(isTakenBySchema(routes)).as("schema").isFalse();
    assertThat(isTakenByFunctions(routes)).as("functions").isFalse();
  }

  /** No keyword compares two numbers, converts a unit, or knows which publishers there are. */
  static Stream<Arguments> beyondTheSchema() {
    return Stream.of(
        argumentSet("schemeHasNoPublisher", RoutesCorpus.route("carrier-pigeon:a", "")),
        argumentSet(
            "noStreamOfThePatternNamesADestination",
            "[{\"stream\": \"a b*\", \"destination\": \"kafka:{stream}\"}]"),
        argumentSet("mostIsBelowLeast", RoutesCorpus.route("kafka:a", "\"retry\": \"10m..2s\"")),
        argumentSet("delayIsOverAYear", RoutesCorpus.route("kafka:a", "\"retry\": \"366d\"")),
        argumentSet(
            "wholeNumberIsWrittenAsAFraction",
            RoutesCorpus.route("kafka:a", "\"maxAttempts\": 5.0")));
  }

  @ParameterizedTest
  @MethodSource("beyondTheSchema")
  void onlyFunctionsRefuseIt(String routes) {
    assertThat(isTakenBySchema(routes)).as("schema").isTrue();
    assertThat(isTakenByFunctions(routes)).as("functions").isFalse();
  }

  /** The functions forgive what an editor does not propose. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"format\": \"envelope\"",
        "\"order\": \" KEY \"",
        "\"onDead\": null",
        "\"maxAttempts\": \"10\"",
        "\"retry\": \"\""
      })
  void onlyTheSchemaRefusesIt(String field) {
    assertThat(isTakenBySchema(RoutesCorpus.route("kafka:a", field))).as("schema").isFalse();
    assertThat(isTakenByFunctions(RoutesCorpus.route("kafka:a", field))).as("functions").isTrue();
  }

  @Test
  void tableOfThePageIsThatOfTheSchema() throws IOException {
    String page = Files.readString(Synthesised.PROJECT.resolve("../docs/configuration.md"));
    String section = page.substring(page.indexOf("\n## Routes\n"), page.indexOf("\n### Routes in"));
    Map<String, String> rows = new LinkedHashMap<>();
    ROW.matcher(section)
        .results()
        .forEach(row -> rows.put(row.group("name"), row.group("otherwise")));
    assertThat(rows.keySet()).containsExactlyElementsOf(names());
    assertThat(rows).containsEntry("format", "`RAW`").containsAllEntriesOf(defaults());
  }

  /** Those that are the same wherever a route leads. */
  private static Map<String, String> defaults() {
    Map<String, String> defaults = new HashMap<>();
    FIELDS
        .propertyStream()
        .filter(field -> rule(field).has("default"))
        .forEach(
            field -> defaults.put(field.getKey(), "`" + rule(field).get("default").asText() + "`"));
    SCHEMA
        .getSchemaNode()
        .at("/$defs/route/required")
        .forEach(name -> defaults.put(name.asText(), "required"));
    return defaults;
  }

  private static List<String> names() {
    return FIELDS.propertyStream().map(Map.Entry::getKey).toList();
  }

  @Test
  void everyFieldIsTakenAndRefused() {
    for (Stream<String> routes :
        List.of(
            Stream.concat(RoutesCorpus.good(), goodOfEachField()),
            Stream.concat(RoutesCorpus.bad(), badOfEachField()))) {
      String all = routes.collect(Collectors.joining());
      assertThat(names()).allMatch(field -> all.contains("\"" + field + "\": "));
    }
  }
}
