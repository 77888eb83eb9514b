package dev.sluice.writer;

import java.util.Map;
import java.util.StringJoiner;

/** Writes the headers as the JSON object that the schema keeps them in. */
final class JsonWriter {

  private JsonWriter() {}

  static String object(Map<String, String> members) {
    StringJoiner object = new StringJoiner(", ", "{", "}");
    members.forEach((name, value) -> object.add(string(name) + ": " + string(value)));
    return object.toString();
  }

  private static String string(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      append(quoted, text.charAt(i));
    }
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, char c) {
    if (c == '"' || c == '\\') {
      quoted.append('\\').append(c);
    } else if (c < ' ') {
      quoted.append(String.format("\\u%04x", (int) c));
    } else {
      quoted.append(c);
    }
  }
}
