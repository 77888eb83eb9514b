package dev.sluice.local;

import static dev.sluice.local.TestFunction.facts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a function sees and answers while nothing goes wrong with its process. */
@Timeout(600)
class LocalLambdaIT {

  private static final TestFunction test = new TestFunction();
  private static LocalLambda function;

  @BeforeAll
  static void start() {
    function =
        test.scripted()
            .timeout(Duration.ofSeconds(40))
            .memory(256)
            .environment(Map.of("SLUICE_MODE", "DRAIN", "AWS_REGION", "eu-central-1"))
            .build();
  }

  @AfterAll
  static void stop() {
    function.close();
  }

  @Test
  void answerIsWhatTheHandlerWrote() {
    assertThat(json(function.invokeAndWait("{\"a\":1}"))).isEqualTo("{\"a\":1}");
  }

  @Test
  void oddCharactersPassUnchanged() throws IOException {
    String event =
        JSON.std.asString(Map.of("text", "\u0000\u0001\"\\\n\r\t\u2028 äöü € 😀 \uFFFD"));
    assertThat(json(function.invokeAndWait(event))).isEqualTo(event);
  }

  @Test
  void megabytePassesUnchanged() {
    String event = "{\"text\":\"" + "ä1234567".repeat(120_000) + "\"}";
    assertThat(json(function.invokeAndWait(event))).isEqualTo(event);
  }

  @Test
  void thrownExceptionIsAFailureAndTheProcessGoesOn() throws IOException {
    Object pid = facts(function).get("pid");

    assertThat(function.invokeAndWait("{\"do\":\"throw\"}"))
        .isInstanceOfSatisfying(
            Answer.Failed.class,
            failed -> {
              assertThat(failed.errorType()).isEqualTo("java.lang.IllegalStateException");
              assertThat(failed.message()).isEqualTo("on purpose: äöü 😀");
              assertThat(failed.json()).contains("stackTrace");
            });
    assertThat(facts(function).get("pid")).isEqualTo(pid);
  }

  @Test
  void invocationsAreAnsweredInOrderByOneProcess() {
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, 20).mapToObj(i -> function.invoke("{\"n\":" + i + "}")).toList();

    assertThat(answers.stream().map(answer -> json(answer.join())))
        .containsExactlyElementsOf(
            IntStream.range(0, 20).mapToObj(i -> "{\"n\":" + i + "}").toList());
    assertThat(function.starts()).isEqualTo(1);
  }

  @Test
  void deadlineIsVisibleAsRemainingTime() throws IOException {
    assertThat(number("remainingMillis")).isBetween(20_000, 40_000);
  }

  @Test
  void contextNamesTheFunction() throws IOException {
    assertThat(facts(function))
        .containsEntry("functionName", "scripted")
        .containsEntry("memoryMegabytes", 256)
        .containsEntry(
            "functionArn", "arn:aws:lambda:eu-central-1:000000000000:function:scripted:live");
  }

  @Test
  void heapIsMostOfTheMemory() throws IOException {
    assertThat(number("heapMegabytes")).isBetween(200, 217);
  }

  @Test
  void environmentIsTheFunctionsOwn() throws IOException {
    assertThat(facts(function))
        .extractingByKey("environment", InstanceOfAssertFactories.map(String.class, String.class))
        .containsEntry("SLUICE_MODE", "DRAIN")
        .containsEntry("AWS_REGION", "eu-central-1")
        .containsEntry("_HANDLER", ScriptedHandler.class.getName())
        .containsKeys("AWS_LAMBDA_RUNTIME_API", "LAMBDA_TASK_ROOT", "PATH")
        .doesNotContainKeys("PWD", "OLDPWD", "USER", "MAVEN_CMD_LINE_ARGS", "JAVA_HOME");
    // The control: this process has something that could have leaked.
    assertThat(System.getenv().keySet()).containsAnyOf("PWD", "USER", "JAVA_HOME", "SHLVL");
  }

  @Test
  void bothOutputsAreForwardedWithTheFunctionsName() throws InterruptedException {
    function.invokeAndWait("{\"do\":\"print\"}");

    test.awaitLine("[scripted] to standard output: äöü 😀");
    test.awaitLine("[scripted] to standard error");
  }

  @Test
  void reportHasTheDurationsAndIsLogged() throws InterruptedException {
    try (LocalLambda fresh = test.scripted().name("fresh").build()) {
      Report first = fresh.invokeAndWait("{}").report();
      Report second = fresh.invokeAndWait("{}").report();

      assertThat(first.initDuration()).get(InstanceOfAssertFactories.DURATION).isPositive();
      assertThat(second.initDuration()).isEmpty();
      assertThat(second.duration()).isPositive().isLessThan(Duration.ofSeconds(10));
      test.awaitLine("[fresh] REPORT RequestId: " + first.requestId());
    }
  }

  @Test
  void logCanGoToAFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("function.log");
    try (LocalLambda logged = test.scripted().name("logged").logTo(file).build()) {
      Report report = logged.invokeAndWait("{}").report();
      assertThat(Files.readString(file))
          .contains("[logged] REPORT RequestId: " + report.requestId());
    }
  }

  @Test
  void closedFunctionRefusesInvocations() {
    LocalLambda closed = test.scripted().build();
    closed.close();
    assertThatThrownBy(() -> closed.invokeAndWait("{}"))
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  private static int number(String fact) throws IOException {
    return Integer.parseInt(String.valueOf(facts(function).get(fact)));
  }

  private static String json(Answer answer) {
    return ((Answer.Answered) answer).json();
  }
}
