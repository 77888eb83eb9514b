package dev.sluice.local;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;

/** Requests and answers of functions, whose fields only the functions know. */
public final class Json {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private Json() {}

  public static Map<String, Object> fields(String json) throws IOException {
    return MAPPER.readValue(json, FIELDS);
  }

  static JsonNode tree(String json) throws IOException {
    return MAPPER.readTree(json);
  }

  public static String text(Object value) throws IOException {
    return MAPPER.writeValueAsString(value);
  }

  /** Over several lines, for people. */
  static String lines(Object value) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }
}
