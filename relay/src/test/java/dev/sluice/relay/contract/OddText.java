package dev.sluice.relay.contract;

import dev.sluice.relay.spi.OutboxMessage;
import java.util.List;
import java.util.Map;

/** Text that was mangled somewhere, some time, by somebody. */
final class OddText {

  private static final List<String> TEXTS =
      List.of(
          "with spaces and Umläute",
          "quote \" apostrophe ' backslash \\ slash /",
          "line\nfeed and\ttab",
          "emoji 😀 family 👩‍👩‍👧 flag 🇩🇪",
          "separators \u2028 and \u2029",
          "right to left: مرحبا שלום",
          "鍵 ключ κλειδί",
          "percent %41 plus + and & equals = semicolon ; comma ,",
          "<tag attribute=\"1\">&amp;</tag>",
          "{\"looks\": \"like JSON\"}",
          "${looks.like} #{a placeholder} {{0}}");

  private OddText() {}

  /** Each of them as key, type, aggregate's id, header and payload at once. */
  static List<OutboxMessage> everywhere() {
    return TEXTS.stream().map(OddText::everywhere).toList();
  }

  private static OutboxMessage everywhere(String text) {
    OutboxMessage named = Sample.named(Sample.message(text), text, text);
    OutboxMessage filled = Sample.json(named, "{\"text\":\"" + escaped(text) + "\"}");
    return Sample.headers(
        filled,
        Map.of("header", text, "header name with spaces", "a", "Header-Näme", "b", "x_1.y-z", "c"));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\t", "\\t");
  }
}
