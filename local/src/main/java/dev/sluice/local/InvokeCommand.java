package dev.sluice.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** {@code ./sluice invoke}: one invocation through the real runtime client, as AWS would do it. */
record InvokeCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

  private static final List<String> PASSED_ON = List.of("SLUICE_", "KAFKA_", "AWS_");

  int run(List<String> arguments) throws IOException {
    InvokeRequest request = InvokeRequest.parse(arguments);
    String event = event(request.file());
    try (LocalLambda function = function(request.function(), request.timeout())) {
      return tell(function.invokeAndWait(event), request.json(), UnaryOperator.identity());
    }
  }

  /** One of the running stack's, or of the database that the environment names. */
  LocalLambda function(FunctionName name, Duration timeout) throws IOException {
    return LocalLambda.builder(name)
        .shortLived()
        .timeout(timeout)
        .environment(functionEnvironment(name))
        .logTo(err::println)
        .build();
  }

  private static String event(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new UsageException("cannot read " + file);
    }
    return Files.readString(file);
  }

  private Map<String, String> functionEnvironment(FunctionName function) throws IOException {
    Map<String, String> own = new TreeMap<>();
    if (!environment.containsKey("SLUICE_DB_URL")) {
      StackState stack = runningStack();
      own.putAll(LocalServices.environment(function, stack.jdbcUrl(), stack.brokers()));
      own.putAll(stack.settings());
    }
    environment.forEach(
        (name, value) -> {
          if (PASSED_ON.stream().anyMatch(name::startsWith)) {
            own.put(name, value);
          }
        });
    return own;
  }

  private StackState runningStack() throws IOException {
    Optional<StackState> running = StackState.read(StackState.file(environment));
    return running.orElseThrow(
        () ->
            new UsageException(
                "there is no database: start one with ./sluice local in another terminal,"
                    + " or set SLUICE_DB_URL and its companions"));
  }

  /**
   * @param shown what of an answer is printed
   */
  int tell(Answer answer, boolean json, UnaryOperator<String> shown) {
    return switch (answer) {
      case Answer.Answered answered -> {
        out.println(shown.apply(answered.json()));
        yield 0;
      }
      case Answer.Failed failed -> {
        err.println("The function failed: " + failed.errorType() + ": " + failed.message());
        yield failure(failed.json(), json);
      }
      case Answer.TimedOut _ -> {
        err.println("The function was killed because its time was up.");
        yield failure(Answer.Failed.json("TimedOut", "its time was up"), json);
      }
      case Answer.Crashed crashed -> {
        err.println("The function's process ended with " + crashed.exitCode() + ".");
        yield failure(Answer.Failed.json("Crashed", "exit code " + crashed.exitCode()), json);
      }
    };
  }

  private int failure(String errorJson, boolean json) {
    if (json) {
      out.println(errorJson);
    }
    return 1;
  }
}
