package dev.sluice.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of Markdown of the project. */
record Page(Path file) {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final String FENCE = "```";
  private static final Set<String> GENERATED = Set.of("target", "node_modules", "cdk.out", ".git");

  static List<Page> all() {
    return sources().stream()
        .filter(file -> file.toString().endsWith(".md"))
        .map(Page::new)
        .toList();
  }

  /** Every file of the project that somebody wrote. */
  static List<Path> sources() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(Files::isRegularFile)
          .filter(Predicate.not(Page::isGenerated))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isGenerated(Path file) {
    for (Path part : ROOT.relativize(file)) {
      if (GENERATED.contains(part.toString())) {
        return true;
      }
    }
    return false;
  }

  String name() {
    return ROOT.relativize(file).toString();
  }

  String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  List<Block> blocks() {
    List<String> lines = text().lines().toList();
    List<Block> blocks = new ArrayList<>();
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).strip().startsWith(FENCE)) {
        int end = at + 1;
        while (!lines.get(end).strip().equals(FENCE)) {
          end++;
        }
        blocks.add(block(lines, at, end));
        at = end;
      }
    }
    return blocks;
  }

  private Block block(List<String> lines, int begin, int end) {
    String fence = lines.get(begin);
    int indent = fence.indexOf(FENCE);
    List<String> text =
        lines.subList(begin + 1, end).stream()
            .map(line -> line.substring(Math.min(indent, line.length())))
            .toList();
    Optional<Mark> mark =
        Mark.parse(lines.get(Math.max(0, begin - 1))).or(() -> around(lines, begin));
    String language = fence.strip().substring(FENCE.length());
    return new Block(this, begin + 1, mark, language, String.join("\n", text) + "\n");
  }

  /** Between a mark and its end every block is its. */
  private static Optional<Mark> around(List<String> lines, int line) {
    Optional<Mark> open = Optional.empty();
    for (String before : lines.subList(0, line)) {
      if (before.startsWith("<!-- output: ")) {
        open = Mark.parse(before);
      } else if (before.equals("<!-- /output -->")) {
        open = Optional.empty();
      }
    }
    return open;
  }

  /** Without its blocks: a link in there is none. */
  String prose() {
    return text().replaceAll("(?ms)^ *```.*?^ *```$", "");
  }

  /** As the usual renderers make them of headings. */
  List<String> anchors() {
    return Pattern.compile("(?m)^#+ (.*)$")
        .matcher(prose())
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
        .toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
