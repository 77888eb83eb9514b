package dev.sluice.local;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * {@code ./sluice ops}: an operator's action, asked of the local stack's function as the person who
 * is logged in.
 */
record OpsCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

  /** A long redrive goes on with the next command. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  int run(List<String> arguments) throws IOException {
    String event = event(arguments);
    InvokeRequest request =
        new InvokeRequest(Path.of("-"), FunctionName.OPS, LIMIT, arguments.contains("--json"));
    return new InvokeCommand(environment, out, err)
        .invoke(request, event, request.json() ? UnaryOperator.identity() : OpsCommand::shown);
  }

  /** {@code redrive stream=orders confirm=true} as the function's event. */
  static String event(List<String> arguments) throws IOException {
    Map<String, String> event = new LinkedHashMap<>();
    for (String argument : arguments) {
      if (argument.equals("--function")) {
        throw new UsageException(
            "ops asks the local stack only, so far; for a deployed function use aws lambda invoke");
      }
      if (!argument.equals("--json")) {
        put(event, argument);
      }
    }
    if (!event.containsKey("action")) {
      throw new UsageException("ops needs an action, such as: ./sluice ops status format=text");
    }
    event.putIfAbsent("actor", System.getProperty("user.name"));
    return JSON.std.asString(event);
  }

  /** What is meant for people stands in the answer's field 'text'. */
  private static String shown(String answer) {
    try {
      return JSON.std.mapFrom(answer).get("text") instanceof String text ? text : answer;
    } catch (IOException e) {
      return answer;
    }
  }

  private static void put(Map<String, String> event, String argument) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? "action" : argument.substring(0, equals);
    if (argument.startsWith("-") || event.containsKey(name)) {
      throw new UsageException(
          "ops does not know '" + argument + "'; it takes ACTION key=value ...");
    }
    event.put(name, argument.substring(equals + 1));
  }
}
