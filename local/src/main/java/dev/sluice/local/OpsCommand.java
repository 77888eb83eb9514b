package dev.sluice.local;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * {@code ./sluice ops}: an operator's action, asked of the local stack's function or of a deployed
 * one, as the person who is logged in. What does not end in one invocation goes on in the next.
 */
record OpsCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

  private static final Duration LIMIT = Duration.ofMinutes(15);

  int run(List<String> arguments) throws IOException, InterruptedException {
    OpsRequest request = OpsRequest.parse(arguments);
    try (AskedFunction function =
        request.function().isPresent()
            ? new DeployedFunction(request.function().get())
            : new InvokeCommand(environment, out, err).function(FunctionName.OPS, LIMIT)) {
      return run(request, function);
    }
  }

  int run(OpsRequest request, AskedFunction function) throws IOException, InterruptedException {
    Answer answer = askUntilDone(function, request);
    UnaryOperator<String> shown = request.json() ? UnaryOperator.identity() : OpsCommand::shown;
    int exitCode = new InvokeCommand(environment, out, err).tell(answer, request.json(), shown);
    return answer instanceof Answer.Answered(String json, var _)
            && OpsProgress.of(json, request.actor()).goesOn()
        ? 1
        : exitCode;
  }

  private Answer askUntilDone(AskedFunction function, OpsRequest request)
      throws IOException, InterruptedException {
    Answer answer = function.invokeAndWait(request.eventJson());
    OpsProgress before = OpsProgress.NONE;
    while (answer instanceof Answer.Answered(String json, var _)) {
      OpsProgress progress = OpsProgress.of(json, request.actor());
      if (!progress.goesOn()) {
        break;
      }
      if (progress.standsStillSince(before)) {
        err.println("Nothing more was moved, so this is given up: the answer says how to go on.");
        break;
      }
      err.println(progress.line());
      Thread.sleep(progress.pause());
      before = progress;
      answer = function.invokeAndWait(progress.next());
    }
    return answer;
  }

  /** A text for people, alone or in the field 'text', as it is; anything else is indented. */
  private static String shown(String answer) {
    try {
      if (Json.tree(answer) instanceof TextNode page) {
        return page.textValue();
      }
      Map<String, Object> fields = Json.fields(answer);
      return fields.get("text") instanceof String text ? text.stripTrailing() : Json.lines(fields);
    } catch (IOException e) {
      return answer;
    }
  }
}
