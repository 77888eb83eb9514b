package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/operations.md shows is what the commands print. After a change:
 *
 * <pre>{@code mvn ... -Dit.test=OperationsPageIT -Dsluice.docs.write=true}</pre>
 */
@Timeout(600)
class OperationsPageIT {

  private static final boolean WRITE = Boolean.getBoolean("sluice.docs.write");

  @TempDir private Path runtimeDirectory;
  private String lastOperation = "";
  private final SteadyText steady = new SteadyText();
  private final Map<String, String> outputs = new LinkedHashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void pageShowsWhatTheCommandsPrint() throws Exception {
    Map<String, String> environment = new TreeMap<>();
    environment.put("XDG_RUNTIME_DIR", runtimeDirectory.toString());
    environment.put("SLUICE_ROUTES", OperationsScript.ROUTES);
    try (LocalServices stack = LocalServices.start(Map.of(), _ -> {})) {
      stack.kafka().createTopic("orders", 1);
      StackState.of(stack, Map.of()).write(StackState.file(environment));
      OpsCommand command = new OpsCommand(environment, stream(out), stream(err));
      try (LocalLambda function =
          new InvokeCommand(environment, stream(out), stream(err))
              .function(FunctionName.OPS, Duration.ofSeconds(40))) {
        for (OperationsScript.Step step : OperationsScript.STEPS) {
          execute(stack, step.before());
          show(step, command, function);
        }
      }
    }
    OperationsPage page = OperationsPage.read();
    assertThat(page.names())
        .as("every step has its place")
        .containsExactlyInAnyOrderElementsOf(outputs.keySet());
    OperationsPage generated = page.with(outputs);
    if (WRITE) {
      generated.write();
    }
    assertThat(page.text())
        .as("docs/operations.md; -Dsluice.docs.write=true writes it anew")
        .isEqualTo(WRITE ? page.text() : generated.text());
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, UTF_8);
  }

  private static void execute(LocalServices stack, String sql) throws Exception {
    if (!sql.isEmpty()) {
      try (Connection connection = stack.postgres().connect(stack.postgres().superuser());
          Statement statement = connection.createStatement()) {
        for (String one : sql.split(";\n", -1)) {
          statement.execute(one);
        }
      }
    }
  }

  private void show(OperationsScript.Step step, OpsCommand command, AskedFunction function)
      throws Exception {
    List<String> arguments =
        step.arguments().stream()
            .map(argument -> argument.replace(OperationsScript.LAST, lastOperation))
            .toList();
    OpsRequest request = OpsRequest.parse(arguments);
    out.reset();
    err.reset();
    if (step.asFunction()) {
      outputs.put(step.name(), json(request, function.invokeAndWait(request.eventJson())));
      return;
    }
    int exitCode = command.run(request, function);
    assertThat(exitCode).as("%s: %s", arguments, err.toString(UTF_8)).isEqualTo(step.exitCode());
    String shown =
        "./sluice ops "
            + String.join(" ", arguments.stream().map(OperationsPageIT::quoted).toList());
    outputs.put(
        step.name(),
        "```sh\n%s\n```\n\n```\n%s\n```\n"
            .formatted(steady.of(shown), steady.of(printed()).strip()));
  }

  /** The log of the function is not the command's answer. */
  private String printed() {
    String errors =
        err.toString(UTF_8)
            .lines()
            .filter(line -> !line.startsWith("[ops] "))
            .reduce("", (all, line) -> all + line + "\n");
    return out.toString(UTF_8) + errors;
  }

  private String json(OpsRequest request, Answer answer) throws Exception {
    String json =
        switch (answer) {
          case Answer.Answered answered -> remembered(answered.json());
          case Answer.Failed failed -> failed.message();
          default -> throw new AssertionError(answer);
        };
    return "```json\n%s\n```\n\n```json\n%s\n```\n"
        .formatted(steady.of(request.eventJson()), steady.of(json));
  }

  private String remembered(String answer) throws Exception {
    lastOperation = String.valueOf(JSON.std.mapFrom(answer).get("operation"));
    return answer;
  }

  private static String quoted(String argument) {
    return argument.contains(" ") ? argument.replaceFirst("=(.*)", "='$1'") : argument;
  }
}
