package dev.sluice.cdk.app;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.sluice.cdk.PostgresInstance.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a configuration's JSON, and reports all that is wrong with it together. */
final class ConfigurationReader {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private ConfigurationReader() {}

  static Configuration read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new FaultyConfigurationException(List.of(file + " cannot be read: " + e.getMessage()));
    }
  }

  static Configuration parse(String json) {
    JsonNode configuration = tree(json);
    if (configuration instanceof ObjectNode object) {
      addDefaultsOfStage(object);
    }
    List<String> faults = new ArrayList<>(new ConfigurationSchema().complete(configuration));
    faults.addAll(ConfigurationChecks.faults(configuration));
    if (!faults.isEmpty()) {
      throw new FaultyConfigurationException(faults);
    }
    return JSON.convertValue(configuration, Configuration.class);
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JacksonException e) {
      throw new FaultyConfigurationException(
          List.of(
              "it is no JSON: %s, in line %d, column %d"
                  .formatted(
                      e.getOriginalMessage(),
                      e.getLocation().getLineNr(),
                      e.getLocation().getColumnNr())));
    }
  }

  /** The schema has no default that depends on another field. */
  private static void addDefaultsOfStage(ObjectNode configuration) {
    String stage = configuration.path("stage").asText("dev");
    boolean production = stage.equals("prod");
    boolean trial = stage.equals("dev");
    ObjectNode database = part(configuration, "database");
    switch (database.path("kind").asText("instance")) {
      case "instance" -> addDefaultsOfInstance(database, trial, production);
      case "aurora" -> {
        database.putIfAbsent("leastUnits", DoubleNode.valueOf(production ? 0.5 : 0));
        database.putIfAbsent("readers", IntNode.valueOf(production ? 1 : 0));
      }
      default -> {}
    }
    part(configuration, "relay").putIfAbsent("mode", TextNode.valueOf(trial ? "DRAIN" : "LOOP"));
    part(configuration, "alarms").putIfAbsent("encrypted", BooleanNode.valueOf(!trial));
  }

  private static void addDefaultsOfInstance(
      ObjectNode database, boolean trial, boolean production) {
    Size usual = trial ? Size.LEAST : Size.SMALL;
    String type = database.path("instanceType").asText(usual.instanceType());
    database.putIfAbsent("instanceType", TextNode.valueOf(type));
    database.putIfAbsent("manyConnections", IntNode.valueOf(Size.manyConnections(type)));
    database.putIfAbsent("multiZone", BooleanNode.valueOf(production));
  }

  /** Where it should be an object and is none, the schema says so; defaults are lost there. */
  private static ObjectNode part(ObjectNode configuration, String name) {
    return switch (configuration.path(name)) {
      case ObjectNode object -> object;
      case MissingNode _ -> configuration.putObject(name);
      default -> configuration.objectNode();
    };
  }
}
