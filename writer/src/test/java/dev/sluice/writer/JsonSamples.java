package dev.sluice.writer;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random documents that are JSON, and what a few random edits make of them. */
final class JsonSamples {

  private static final String[] LEAVES = {
    "null", "true", "false", "0", "-0", "7", "-12.50", "1e9", "3E-2", "0.1e+10", "\"\"", "{}", "[]"
  };
  private static final String[] STRING_PARTS = {
    "a", "é", "漢", "\ud83d\ude80", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\uD83D", "\u007f", " "
  };
  private static final String[] SPACES = {"", "", "", " ", "\n", "\t ", "\r\n"};
  private static final String[] EDITS = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E",
    "a",
    "n",
    "null",
    "tru",
    "\n",
    "\t",
    " ",
    "\u0001",
    "\u001f",
    "\u007f",
    "\u00a0",
    "\u2028",
    "\ufeff",
    "é",
    "'",
    "/",
    "/**/",
    "#",
    "NaN",
    "\uffff",
    "\ud83d\ude80",
    "_",
    "x"
  };

  private final RandomGenerator random;

  JsonSamples(RandomGenerator random) {
    this.random = random;
  }

  String mutated(int edits) {
    String text = document(4);
    for (int i = 0; i < edits; i++) {
      text = edited(text);
    }
    return text;
  }

  private String document(int depth) {
    int kind = depth == 0 ? random.nextInt(2) : random.nextInt(6);
    String value =
        switch (kind) {
          case 0 -> pick(LEAVES);
          case 1 -> string();
          case 2, 3 -> "[" + list(() -> document(depth - 1)) + "]";
          default -> "{" + list(() -> member(depth)) + "}";
        };
    return pick(SPACES) + value + pick(SPACES);
  }

  private String member(int depth) {
    return pick(SPACES) + string() + pick(SPACES) + ":" + document(depth - 1);
  }

  private String list(Supplier<String> element) {
    return IntStream.range(0, 1 + random.nextInt(3))
        .mapToObj(i -> element.get())
        .collect(Collectors.joining(","));
  }

  private String string() {
    return IntStream.range(0, random.nextInt(5))
        .mapToObj(i -> pick(STRING_PARTS))
        .collect(Collectors.joining("", "\"", "\""));
  }

  /** Inserts, removes, repeats or replaces at a place that is never inside of a surrogate pair. */
  private String edited(String text) {
    int[] points = text.codePoints().toArray();
    int from = random.nextInt(points.length + 1);
    int to = Math.min(points.length, from + random.nextInt(3));
    String before = new String(points, 0, from);
    String touched = new String(points, from, to - from);
    String after = new String(points, to, points.length - to);
    return switch (random.nextInt(5)) {
      case 0 -> before + pick(EDITS) + touched + after;
      case 1 -> before + after;
      case 2 -> before + touched + touched + after;
      case 3 -> before + touched;
      default -> before + pick(EDITS) + after;
    };
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
