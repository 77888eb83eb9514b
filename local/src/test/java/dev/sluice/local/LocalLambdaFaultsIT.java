package dev.sluice.local;

import static dev.sluice.local.TestFunction.awaitState;
import static dev.sluice.local.TestFunction.facts;
import static dev.sluice.local.TestFunction.pid;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to a function whose process dies, hangs or stands still. */
@Timeout(600)
class LocalLambdaFaultsIT {

  private static final int SIGKILL = 128 + 9;

  private final TestFunction test = new TestFunction();

  @Test
  void timeoutKillsTheProcessAndTheNextInvocationGetsAFreshOne() throws IOException {
    try (LocalLambda function = test.scripted().timeout(Duration.ofSeconds(3)).build()) {
      Object pid = facts(function).get("pid");
      ProcessHandle hanging = function.process().orElseThrow();

      Answer answer = function.invokeAndWait("{\"do\":\"hang\"}");

      assertThat(answer).isInstanceOf(Answer.TimedOut.class);
      assertThat(answer.report().duration()).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
      assertThat(hanging.isAlive()).isFalse();
      assertThat(facts(function).get("pid")).isNotEqualTo(pid);
      assertThat(function.starts()).isEqualTo(2);
    }
  }

  @Test
  void killCrashesThePendingInvocationAndTheNextOneGetsAFreshProcess() throws Exception {
    try (LocalLambda function = test.scripted().build()) {
      CompletableFuture<Answer> pending = function.invoke("{\"do\":\"hang\"}");
      CompletableFuture<Answer> queued = function.invoke("{\"n\":2}");
      test.awaitLine("hanging");

      function.kill();

      assertThat(pending.join())
          .isInstanceOfSatisfying(
              Answer.Crashed.class, crashed -> assertThat(crashed.exitCode()).isEqualTo(SIGKILL));
      assertThat(queued.join())
          .isInstanceOfSatisfying(
              Answer.Answered.class, answer -> assertThat(answer.json()).isEqualTo("{\"n\":2}"));
      assertThat(function.starts()).isEqualTo(2);
    }
  }

  @Test
  void killBetweenInvocationsIsNotSeenByTheNextOne() {
    try (LocalLambda function = test.scripted().build()) {
      function.invokeAndWait("{}");
      function.kill();
      assertThat(function.invokeAndWait("{}")).isInstanceOf(Answer.Answered.class);
      assertThat(function.starts()).isEqualTo(2);
    }
  }

  @Test
  void haltedProcessIsACrashWithItsExitCode() {
    try (LocalLambda function = test.scripted().build()) {
      assertThat(function.invokeAndWait("{\"do\":\"halt\"}"))
          .isInstanceOfSatisfying(
              Answer.Crashed.class, crashed -> assertThat(crashed.exitCode()).isEqualTo(7));
      assertThat(function.invokeAndWait("{}")).isInstanceOf(Answer.Answered.class);
    }
  }

  @Test
  void functionThatCannotBeInitialisedFailsEveryInvocation() {
    try (LocalLambda function = test.of(BrokenHandler.class).build()) {
      for (int attempt = 1; attempt <= 2; attempt++) {
        assertThat(function.invokeAndWait("\"x\""))
            .isInstanceOfSatisfying(
                Answer.Failed.class,
                failed -> assertThat(failed.json()).contains("no configuration"));
      }
    }
  }

  @Test
  void frozenProcessStandsStillUntilItIsThawed() throws Exception {
    try (LocalLambda function = test.scripted().build()) {
      CompletableFuture<Answer> pending = function.invoke("{\"do\":\"hang\"}");
      test.awaitLine("hanging");

      function.freeze();
      awaitState(function, 'T');
      function.thaw();
      awaitState(function, 'S');

      assertThat(pending).isNotDone();
    }
  }

  @Test
  void invocationThawsAFrozenProcess() throws IOException {
    try (LocalLambda function = test.scripted().build()) {
      Object pid = facts(function).get("pid");
      function.freeze();
      awaitState(function, 'T');
      assertThat(facts(function).get("pid")).isEqualTo(pid);
    }
  }

  @Test
  void closeKillsAFrozenProcessAndItsChildrenAndCrashesWhatIsPending() throws Exception {
    LocalLambda function = test.scripted().build();
    CompletableFuture<Answer> pending = function.invoke("{\"do\":\"spawn\"}");
    String line = test.awaitLine("child ");
    ProcessHandle child = handle(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)));
    ProcessHandle process = handle(pid(function));
    function.freeze();

    function.close();

    assertThat(pending.join()).isInstanceOf(Answer.Crashed.class);
    assertThat(process.isAlive()).isFalse();
    child.onExit().join();
  }

  private static ProcessHandle handle(long pid) {
    return ProcessHandle.of(pid).orElseThrow();
  }
}
