package dev.sluice.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code ./sluice invoke} is asked to do. */
record InvokeRequest(Path file, FunctionName function, Duration timeout, boolean json) {

  static InvokeRequest parse(List<String> arguments) {
    Deque<String> left = new ArrayDeque<>(arguments);
    @Nullable String file = null;
    FunctionName function = FunctionName.RELAY;
    Duration timeout = Duration.ofMinutes(1);
    boolean json = false;
    while (!left.isEmpty()) {
      String argument = left.removeFirst();
      switch (argument) {
        case "--function" -> function = FunctionName.parse(value(argument, left));
        case "--timeout" -> timeout = seconds(value(argument, left));
        case "--json" -> json = true;
        default -> {
          if (argument.startsWith("-") || file != null) {
            throw new UsageException("invoke does not know '" + argument + "'");
          }
          file = argument;
        }
      }
    }
    if (file == null) {
      throw new UsageException("invoke needs a file with the event, such as events/empty.json");
    }
    return new InvokeRequest(Path.of(file), function, timeout, json);
  }

  private static String value(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new UsageException(option + " needs a value");
    }
    return left.removeFirst();
  }

  private static Duration seconds(String text) {
    try {
      int seconds = Integer.parseInt(text);
      if (seconds >= 1 && seconds <= 900) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      // As wrong as one out of bounds.
    }
    throw new UsageException("--timeout is 1 to 900 seconds, not '" + text + "'");
  }
}
