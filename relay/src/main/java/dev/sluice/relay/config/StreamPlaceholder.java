package dev.sluice.relay.config;

import dev.sluice.relay.spi.Destination;
import java.util.List;
import java.util.regex.Pattern;

/** {@code {stream}} in a destination stands for the name of each stream that the route matches. */
final class StreamPlaceholder {

  private static final String TEXT = "{stream}";

  /** These mean nothing in a URL, an ARN or a path, whoever may name a stream. */
  private static final Pattern SAFE = Pattern.compile("(?!\\.+$)[A-Za-z0-9._-]+");

  private static final Pattern NOT_LAST = Pattern.compile("\\{stream}.*[/:]", Pattern.DOTALL);

  private StreamPlaceholder() {}

  static boolean isIn(Destination destination) {
    return destination.target().contains(TEXT);
  }

  static Destination replace(Destination destination, String stream) {
    return new Destination(
        destination.scheme(),
        destination.target().replace(TEXT, stream),
        destination.format(),
        destination.ordered());
  }

  /** A name that the pattern matches, as short as they come: its faults are those of all. */
  static String example(String pattern) {
    return pattern.replace("*", "s");
  }

  /** Whoever may append names no host and no account. */
  static List<String> faults(Destination destination, String stream) {
    if (!isIn(destination)) {
      return List.of();
    }
    return NOT_LAST.matcher(destination.target()).find()
        ? List.of("{stream} may stand behind the last '/' and ':' only")
        : faultsOfName(stream);
  }

  static List<String> faultsOfName(String stream) {
    return SAFE.matcher(stream).matches()
        ? List.of()
        : List.of("{stream} stands for names of letters, digits, '.', '_' and '-' only");
  }
}
