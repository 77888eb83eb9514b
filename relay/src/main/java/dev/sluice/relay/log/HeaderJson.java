package dev.sluice.relay.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The column headers: an object of names and texts. A number, a list or an object is taken as its
 * JSON text, null as no header, and of two headers of one name the last.
 */
final class HeaderJson {

  /**
   * PostgreSQL accepted it, so no limit of the parser's own applies, nor is a name with the hash of
   * many others an attack. Names are not interned: anybody may choose them.
   */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private HeaderJson() {}

  static Map<String, String> parse(byte[] json) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        JsonToken value = parser.nextToken();
        if (value != JsonToken.VALUE_NULL) {
          headers.put(name, value.isStructStart() ? structure(parser, json) : parser.getText());
        } else {
          headers.remove(name);
        }
      }
    }
    return headers;
  }

  private static String structure(JsonParser parser, byte[] json) throws IOException {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int end = (int) parser.currentLocation().getByteOffset();
    return new String(json, start, end - start, StandardCharsets.UTF_8);
  }

  /** Only an escape can be half of a surrogate pair: in UTF-8 there is none. */
  static boolean hasHalfCharacter(byte[] json, Map<String, String> headers) {
    return new String(json, StandardCharsets.ISO_8859_1).indexOf('\\') >= 0
        && headers.entrySet().stream()
            .anyMatch(header -> isHalved(header.getKey()) || isHalved(header.getValue()));
  }

  private static boolean isHalved(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
