package dev.sluice.cdk.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.PathType;
import java.util.List;
import java.util.Map;

/**
 * Judges a configuration by docs/schema/configuration.schema.json, as editors do. Our keyword
 * errorMessage, which editors show too, says how to correct a fault where the rule itself does not.
 */
final class ConfigurationSchema {

  private static final SchemaLocation LOCATION =
      SchemaLocation.of("classpath:dev/sluice/cdk/app/configuration.schema.json");
  private static final String MESSAGE = "errorMessage";
  static final Dialect DIALECT =
      Dialect.builder(Dialects.getDraft202012()).keyword(new NonValidationKeyword(MESSAGE)).build();

  /** A new one each time: the defaults that it hands out are parts of the schema itself. */
  private final SchemaRegistry registry =
      SchemaRegistry.withDialect(
          DIALECT,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().pathType(PathType.JSON_PATH).build()));

  /** Adds the defaults, but to routes: there the functions have theirs. Answers with the faults. */
  List<String> complete(JsonNode configuration) {
    JsonNode routes = configuration.path("routes").deepCopy();
    List<Error> errors =
        registry
            .getSchema(LOCATION)
            .walk(
                configuration,
                true,
                context ->
                    context.walkConfig(
                        walk ->
                            walk.applyDefaultsStrategy(
                                defaults -> defaults.applyPropertyDefaults(true))))
            .getErrors();
    if (configuration instanceof ObjectNode object && object.has("routes")) {
      object.replace("routes", routes);
    }
    return errors.stream()
        .filter(error -> !isOneOfSeveral(error))
        .map(this::fault)
        .distinct()
        .toList();
  }

  /** The alternatives' own faults; that of the choice between them says what to do. */
  private static boolean isOneOfSeveral(Error error) {
    return error.getEvaluationPath().getParent().contains("oneOf");
  }

  private String fault(Error error) {
    JsonNode rule = rule(error);
    String place = error.getInstanceLocation().toString().replaceFirst("^\\$\\.?", "");
    return switch (error.getKeyword()) {
      case "required" ->
          inside(place, error) + " " + rule.path(MESSAGE).asText(missing(error, rule));
      case "additionalProperties" ->
          inside(place, error) + " is unknown; known here are " + names(rule.path("properties"));
      default ->
          (place.isEmpty() ? "the configuration" : place)
              + " "
              + rule.path(MESSAGE).asText(problem(error, rule));
    };
  }

  /** The object of the schema in which the keyword stands. */
  private JsonNode rule(Error error) {
    String keyword = error.getSchemaLocation().toString();
    String object = keyword.substring(0, keyword.lastIndexOf('/'));
    return registry.getSchema(SchemaLocation.of(object)).getSchemaNode();
  }

  private static String inside(String place, Error error) {
    return place.isEmpty() ? error.getProperty() : place + "." + error.getProperty();
  }

  private static String missing(Error error, JsonNode rule) {
    JsonNode description = rule.path("properties").path(error.getProperty()).path("description");
    return description.isMissingNode() ? "is missing" : "is missing: " + description.asText();
  }

  private static String problem(Error error, JsonNode rule) {
    return switch (rule.path("type").asText()) {
      case "string" -> "must be a text";
      case "boolean" -> "must be true or false";
      case "array" -> "must be a list";
      case "object" -> "must be an object";
      case "integer" -> "must be a whole number" + bounds(rule);
      case "number" -> "must be a number" + bounds(rule);
      default ->
          rule.has("enum")
              ? "is '"
                  + error.getInstanceNode().asText()
                  + "'; choose one of "
                  + choices(rule.get("enum"))
              : error.getMessage();
    };
  }

  private static String bounds(JsonNode rule) {
    return " from %s to %s".formatted(rule.path("minimum").asText(), rule.path("maximum").asText());
  }

  private static List<String> choices(JsonNode values) {
    return values.valueStream().map(JsonNode::asText).toList();
  }

  private static List<String> names(JsonNode properties) {
    return properties.propertyStream().map(Map.Entry::getKey).sorted().toList();
  }
}
