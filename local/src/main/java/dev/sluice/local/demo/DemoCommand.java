package dev.sluice.local.demo;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.StackState;
import java.io.Console;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code ./sluice demo}: plays the acts, counts what arrived, and answers with the exit code. */
public record DemoCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

  private static final long FRAME_MILLIS = 250;

  public int run(List<String> arguments) throws Exception {
    DemoOptions options = DemoOptions.parse(arguments);
    if (options.keep()) {
      StackState.refuseSecond(environment);
    }
    CountDownLatch curtain = new CountDownLatch(1);
    View view = view(options);
    Thread hook =
        new Thread(
            () -> {
              curtain.countDown();
              view.close();
            });
    Runtime.getRuntime().addShutdownHook(hook);
    LogTail log = new LogTail();
    try (Surroundings surroundings = Surroundings.start(options.aws(), view::say);
        Performance performance = new Performance(surroundings, options, log, view::say, curtain)) {
      Outcome outcome = play(performance, view, curtain);
      tell(outcome, options, view, log);
      if (options.keep()) {
        keep(surroundings, view, curtain);
      }
      return outcome.held() ? 0 : 1;
    } catch (Exception e) {
      // Interrupted, it fails in one way or another: that is no news.
      if (curtain.getCount() > 0) {
        view.close();
        log.lines().forEach(err::println);
        throw e;
      }
      return 1;
    }
  }

  private View view(DemoOptions options) {
    return options.json()
        ? new PlainView(err)
        : options.plain() || !isTerminal() ? new PlainView(out) : new LiveView(out);
  }

  private boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }

  private static Outcome play(Performance performance, View view, CountDownLatch curtain)
      throws Exception {
    performance.start();
    while (!performance.over()) {
      frame(performance, view, curtain);
    }
    Settlement settlement = new Settlement(performance);
    while (!settlement.over()) {
      frame(performance, view, curtain);
    }
    Outcome outcome = settlement.outcome();
    view.show(outcome.last());
    return outcome;
  }

  private static void frame(Performance performance, View view, CountDownLatch curtain)
      throws InterruptedException {
    view.show(performance.snapshot());
    if (curtain.await(FRAME_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("the curtain fell");
    }
  }

  private void tell(Outcome outcome, DemoOptions options, View view, LogTail log) throws Exception {
    view.tell(outcome.lines());
    view.close();
    if (outcome.failure().isPresent()) {
      log.lines().forEach(err::println);
    }
    if (options.json()) {
      out.println(JSON.std.asString(outcome.toMap()));
      out.flush();
    }
  }

  /** Until Ctrl-C; meanwhile the other commands find the stack. */
  private void keep(Surroundings surroundings, View view, CountDownLatch curtain)
      throws InterruptedException {
    Path file = StackState.file(environment);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> StackState.delete(file)));
    KeptOpen.state(surroundings).write(file);
    KeptOpen.text(surroundings).lines().forEach(view::say);
    curtain.await();
  }
}
