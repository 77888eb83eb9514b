package dev.sluice.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page in which blocks between markers are generated and everything else is written by hand. */
record OperationsPage(String text) {

  static final Path FILE = Path.of("..", "docs", "operations.md");

  private static final Pattern BLOCK =
      Pattern.compile("<!-- output: ([a-z-]+) -->\n.*?<!-- /output -->", Pattern.DOTALL);

  static OperationsPage read() throws IOException {
    return new OperationsPage(Files.readString(FILE));
  }

  void write() throws IOException {
    Files.writeString(FILE, text);
  }

  List<String> names() {
    return BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
  }

  OperationsPage with(Map<String, String> outputs) {
    return new OperationsPage(
        BLOCK
            .matcher(text)
            .replaceAll(
                block ->
                    Matcher.quoteReplacement(
                        "<!-- output: %s -->\n%s<!-- /output -->"
                            .formatted(block.group(1), outputs.getOrDefault(block.group(1), "")))));
  }
}
