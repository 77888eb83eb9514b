package dev.sluice.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The arguments of {@code ./sluice invoke}. */
record InvokeRequest(Path file, FunctionName function, Duration timeout, boolean json) {

  static InvokeRequest parse(List<String> arguments) {
    Arguments left = new Arguments("invoke", arguments, "");
    Optional<Path> file = Optional.empty();
    FunctionName function = FunctionName.RELAY;
    int seconds = 60;
    boolean json = false;
    while (left.remain()) {
      String argument = left.next();
      switch (argument) {
        case "--function" -> function = FunctionName.parse(left.value(argument));
        case "--timeout" -> seconds = left.number(argument, 1, 900);
        case "--json" -> json = true;
        default -> {
          if (argument.startsWith("-") || file.isPresent()) {
            throw left.unknown(argument);
          }
          file = Optional.of(Path.of(argument));
        }
      }
    }
    Path event =
        file.orElseThrow(
            () ->
                new UsageException(
                    "invoke needs a file with the event, such as events/empty.json"));
    return new InvokeRequest(event, function, Duration.ofSeconds(seconds), json);
  }
}
