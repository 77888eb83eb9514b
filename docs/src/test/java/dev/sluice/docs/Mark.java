package dev.sluice.docs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the comment above a block of code says of how it is kept true. */
sealed interface Mark {

  /** {@code run}, or {@code run: TEXT} if its output is to hold that. */
  record Run(String prints) implements Mark {}

  /** {@code run with: ARGUMENTS}: they are appended to each of its commands, for a shorter run. */
  record RunWith(String arguments) implements Mark {}

  /**
   * {@code run until Ctrl-C: TEXT}: it runs while the rest of the page does, which begins at TEXT.
   */
  record RunUntilInterrupted(String ready) implements Mark {}

  /** {@code run in a copy}: of the sources, for it builds what the others run from. */
  record RunInCopy() implements Mark {}

  /** {@code run as: ROLE}: SQL, on the database that the page has started. */
  record RunAs(String role) implements Mark {}

  /** {@code from: FILE}: lines of a file that is compiled and tested. */
  record From(String file) implements Mark {}

  /** {@code tested by: FILE}: a test that reads the page. */
  record TestedBy(String file) implements Mark {}

  /** {@code output: NAME}: written by OperationsPageIT, which compares it with what is printed. */
  record Output(String name) implements Mark {}

  /** {@code CI}: what .ci/run does, which would be a run within itself. */
  record Ci() implements Mark {}

  /** {@code needs AWS}: looked at by the shell, and not run. */
  record NeedsAws() implements Mark {}

  Pattern COMMENT = Pattern.compile("<!-- (?<name>[A-Za-z -]+?)(?:: (?<rest>.*))? -->");

  /** Nothing if the line is no mark, such as a comment that means something else. */
  static Optional<Mark> parse(String line) {
    Matcher comment = COMMENT.matcher(line.strip());
    if (!comment.matches()) {
      return Optional.empty();
    }
    String rest = Optional.ofNullable(comment.group("rest")).orElse("");
    return switch (comment.group("name")) {
      case "run" -> Optional.of(new Run(rest));
      case "run with" -> Optional.of(new RunWith(rest));
      case "run in a copy" -> Optional.of(new RunInCopy());
      case "run until Ctrl-C" -> Optional.of(new RunUntilInterrupted(rest));
      case "run as" -> Optional.of(new RunAs(rest));
      case "from" -> Optional.of(new From(rest));
      case "tested by" -> Optional.of(new TestedBy(rest));
      case "output" -> Optional.of(new Output(rest));
      case "CI" -> Optional.of(new Ci());
      case "needs AWS" -> Optional.of(new NeedsAws());
      default -> Optional.empty();
    };
  }
}
