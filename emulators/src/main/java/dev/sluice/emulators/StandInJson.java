package dev.sluice.emulators;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON in requests and answers. */
final class StandInJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private StandInJson() {}

  static byte[] bytes(Map<String, ?> object) throws IOException {
    return JSON.std.asBytes(object);
  }

  /** What a walk through an object does with a member; the parser stands on the value. */
  interface Member {
    void read(String name, JsonParser parser) throws IOException;
  }

  static void walk(byte[] json, Member member) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("expected an object, found " + parser.currentToken());
      }
      walk(parser, json, member);
    }
  }

  /** Walks the object that the parser stands at the start of, and returns where it was. */
  static Slice walk(JsonParser parser, byte[] json, Member member) throws IOException {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      member.read(name, parser);
      parser.skipChildren();
    }
    return new Slice(json, start, (int) parser.currentLocation().getByteOffset());
  }

  static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  // The names in a JSON object are strings.
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /** An object within a request, parsed on demand. */
  record Slice(byte[] json, int start, int end) {

    Map<String, Object> object() {
      try (JsonParser parser = FACTORY.createParser(json, start, end - start)) {
        parser.nextToken();
        return JSON.std.mapFrom(parser);
      } catch (IOException e) {
        throw new UncheckedIOException("the request is not JSON", e);
      }
    }
  }
}
