package dev.sluice.cdk.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of all fields that a schema knows, in its words. */
final class FieldRows {

  private static final String CLASSPATH = "classpath:dev/sluice/cdk/app/";

  private final SchemaRegistry registry = SchemaRegistry.withDialect(ConfigurationSchema.DIALECT);

  /** Each row with the kinds that have it. */
  private final Map<String, List<String>> rows = new LinkedHashMap<>();

  static String of(String schema) {
    FieldRows all = new FieldRows();
    all.object("", "", all.read(schema));
    return all.rows.entrySet().stream()
        .map(row -> row.getKey().formatted(kinds(row.getValue())))
        .collect(Collectors.joining());
  }

  private static String kinds(List<String> kinds) {
    return kinds.stream().allMatch(String::isEmpty) ? "" : " (" + String.join(", ", kinds) + ")";
  }

  private JsonNode read(String location) {
    return registry.getSchema(SchemaLocation.of(CLASSPATH + location)).getSchemaNode();
  }

  private void object(String prefix, String kind, JsonNode object) {
    object
        .path("properties")
        .propertyStream()
        .filter(property -> property.getValue().isObject())
        .forEach(
            property ->
                field(
                    prefix + property.getKey(),
                    kind,
                    property.getValue(),
                    object.path("required").toString().contains('"' + property.getKey() + '"')));
    object.path("allOf").forEach(choice -> alternative(prefix, choice));
  }

  /** The fields that a kind adds. */
  private void alternative(String prefix, JsonNode choice) {
    String kind = choice.at("/if/properties/kind/const").asText();
    if (!kind.isEmpty()) {
      object(prefix, kind, resolved(choice.get("then")));
    }
  }

  private void field(String name, String kind, JsonNode rule, boolean required) {
    JsonNode resolved = resolved(rule);
    if (resolved.has("properties")) {
      object(name + ".", kind, resolved);
    } else if (resolved.path("items").has("$ref")
        && resolved(resolved.get("items")).has("properties")) {
      object(name + "[].", kind, resolved(resolved.get("items")));
    } else {
      rows.computeIfAbsent(row(name, rule, resolved, required), _ -> new ArrayList<>()).add(kind);
    }
  }

  private JsonNode resolved(JsonNode rule) {
    String target = rule.path("$ref").asText();
    if (target.isEmpty()) {
      return rule;
    }
    return read(target.startsWith("#") ? "configuration.schema.json" + target : target);
  }

  private static String row(String name, JsonNode rule, JsonNode resolved, boolean required) {
    String meaning = either(rule, resolved, "description").asText();
    String otherwise = required ? "required" : value(either(rule, resolved, "default"));
    return "| `%s`%%s | %s | %s | %s |\n"
        .formatted(name, values(resolved), otherwise, meaning.replace("%", "%%"));
  }

  private static JsonNode either(JsonNode rule, JsonNode resolved, String keyword) {
    return rule.has(keyword) ? rule.get(keyword) : resolved.path(keyword);
  }

  private static String value(JsonNode value) {
    return value.asText().isEmpty() ? "" : "`" + value.asText() + "`";
  }

  private static String values(JsonNode rule) {
    if (rule.has("enum")) {
      return rule.get("enum")
          .valueStream()
          .map(choice -> "`" + choice.asText() + "`")
          .collect(Collectors.joining(", "));
    }
    return switch (rule.path("type").asText()) {
      case "integer", "number" ->
          "%s to %s"
              .formatted(rule.get("minimum").asText(), rule.get("maximum").asText())
              .replace("1 to 2147483647", "1 or more");
      case "boolean" -> "`true`, `false`";
      case "array" -> "a list";
      case "object" -> "texts by name";
      default -> "a text";
    };
  }
}
