package dev.sluice.local.demo;

import dev.sluice.local.Json;
import dev.sluice.local.LocalPostgres;
import dev.sluice.local.LocalServices;
import dev.sluice.local.StackState;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.LogTail;
import java.io.Console;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** {@code ./sluice demo}: plays the acts, counts what arrived, and answers with the exit code. */
public final class DemoCommand {

  private static final String KEPT_OPEN =
      """

      It stays up, and the relay goes on.

        look      psql '%1$s?user=%2$s' -c 'SELECT * FROM outbox.status'
        append    psql '%1$s?user=%3$s' -c "SELECT outbox.append('orders', 'OrderPlaced', '{\\"number\\": 0}')"
        receive   kafka-console-consumer --bootstrap-server %4$s --topic orders --from-beginning
        operate   ./sluice ops status format=text
                  ./sluice ops pause stream=orders reason='a look'
                  ./sluice ops resume stream=orders

      Ctrl-C stops it and leaves nothing behind.
      """;

  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;
  private final UnaryOperator<Consumer<Arrival>> transport;
  private final CountDownLatch ended = new CountDownLatch(1);

  public DemoCommand(Map<String, String> environment, PrintStream out, PrintStream err) {
    this(environment, out, err, UnaryOperator.identity());
  }

  /**
   * @param transport carries what arrives to the consumers; tests give one that is at fault
   */
  DemoCommand(
      Map<String, String> environment,
      PrintStream out,
      PrintStream err,
      UnaryOperator<Consumer<Arrival>> transport) {
    this.environment = Map.copyOf(environment);
    this.out = out;
    this.err = err;
    this.transport = transport;
  }

  public int run(List<String> arguments) throws Exception {
    DemoOptions options = DemoOptions.parse(arguments);
    if (options.keep()) {
      StackState.refuseSecond(environment);
    }
    Terminal terminal = terminal(options);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(terminal)));
    LogTail log = new LogTail();
    try (Surroundings surroundings = Surroundings.start(options.aws(), terminal::say);
        Run run = new Run(surroundings, options, log, terminal::say, ended)) {
      Outcome outcome = run.play(transport, terminal::show);
      tell(outcome, options, terminal, log);
      if (options.keep()) {
        keep(surroundings, terminal);
      }
      return outcome.held() ? 0 : 1;
    } catch (Exception e) {
      // Interrupted, it fails in one way or another: that is no news.
      if (ended.getCount() > 0) {
        terminal.close();
        log.lines().forEach(err::println);
        throw e;
      }
      return 1;
    }
  }

  private void end(Terminal terminal) {
    ended.countDown();
    terminal.close();
  }

  private Terminal terminal(DemoOptions options) {
    boolean live = !options.json() && !options.plain() && isTerminal();
    return new Terminal(options.json() ? err : out, live);
  }

  private boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }

  private void tell(Outcome outcome, DemoOptions options, Terminal terminal, LogTail log)
      throws Exception {
    terminal.tell(outcome.lines());
    if (outcome.failure().isPresent()) {
      log.lines().forEach(err::println);
    }
    if (options.json()) {
      out.println(Json.text(outcome.toMap()));
      out.flush();
    }
  }

  /** Until Ctrl-C; meanwhile the other commands find the services. */
  private void keep(Surroundings surroundings, Terminal terminal) throws Exception {
    LocalServices services = surroundings.services();
    StackState.of(services, surroundings.settings()).publish(environment);
    String url = services.postgres().jdbcUrl().substring("jdbc:".length());
    String brokers = services.kafka().bootstrapServers();
    KEPT_OPEN
        .formatted(url, LocalPostgres.RELAY, LocalPostgres.APPLICATION, brokers)
        .lines()
        .forEach(terminal::say);
    ended.await();
  }
}
