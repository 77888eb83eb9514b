package dev.sluice.local.chaos;

import dev.sluice.local.Json;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.LogTail;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * {@code ./sluice chaos}: breaks everything, counts what arrived, and answers with the exit code.
 */
public final class ChaosCommand {

  private final PrintStream out;
  private final PrintStream err;

  public ChaosCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public int run(List<String> arguments) throws Exception {
    ChaosOptions options = ChaosOptions.parse(arguments);
    ChaosOutcome outcome = run(options, Optional.empty(), UnaryOperator.identity());
    if (options.json()) {
      out.println(Json.text(outcome.toMap()));
      out.flush();
    }
    return outcome.held() ? 0 : 1;
  }

  /**
   * @param patch classes that stand before the relay's own: a test plants a fault by them
   * @param transport carries what arrives to the consumers; tests give one that is at fault
   */
  ChaosOutcome run(
      ChaosOptions options, Optional<Path> patch, UnaryOperator<Consumer<Arrival>> transport)
      throws Exception {
    PrintStream progress = options.json() ? err : out;
    LogTail log = new LogTail();
    progress.println("starting PostgreSQL and Kafka; seed " + options.seed());
    try (ChaosServices services = new ChaosServices(options.lease(), patch);
        ChaosRun run = new ChaosRun(options, services, transport, progress::println, log::add)) {
      ChaosOutcome outcome = run.run();
      outcome.lines().forEach(progress::println);
      if (!outcome.held()) {
        log.lines().forEach(err::println);
      }
      return outcome;
    } catch (Exception e) {
      log.lines().forEach(err::println);
      throw e;
    }
  }
}
