package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** What {@code ./sluice bench} starts. */
public final class Main {

  static final List<Benchmark> BENCHMARKS =
      List.of(Drain.BENCHMARK, Append.BENCHMARK, Latency.BENCHMARK, Aws.BENCHMARK, Start.BENCHMARK);

  private static final String USAGE =
      """
      ./sluice bench measures Sluice on this machine: a real PostgreSQL, a real Kafka broker or a
      stand-in for the AWS APIs, and the functions in processes of their own behind the real Lambda
      runtime client.

      %s
        --events       how many in each run; shown is the default
        --runs         of each contender
        --contender, --destination
                       only this one; may be repeated
        --json         one JSON object on standard output and nothing else; progress is on
                       standard error either way

      Exit code: 0 when every event of every run was accounted for, 1 when not, 2 when the command
      was not understood. Close other programs first: on a small machine the processor is the limit.
      """;

  private static final Set<String> HELP = Set.of("help", "--help", "-h");

  private final PrintStream out;
  private final PrintStream err;

  Main(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    CountDownLatch stopping = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(stopping::countDown));
    try {
      System.exit(new Main(System.out, System.err).run(List.of(arguments)));
    } catch (IOException | SQLException | RuntimeException e) {
      // Interrupted by Ctrl-C, it fails in one way or another: that is no news.
      if (stopping.getCount() > 0) {
        throw e;
      }
    }
  }

  int run(List<String> arguments) throws IOException, SQLException {
    if (arguments.isEmpty() || HELP.contains(arguments.getFirst())) {
      out.print(USAGE.formatted(BENCHMARKS.stream().map(Main::describe).collect(joining("\n"))));
      return 0;
    }
    try {
      return run(arguments.getFirst(), arguments.subList(1, arguments.size()));
    } catch (UsageException e) {
      err.println("sluice bench: " + e.getMessage());
      return 2;
    }
  }

  private int run(String name, List<String> arguments) throws IOException, SQLException {
    Benchmark benchmark =
        BENCHMARKS.stream()
            .filter(it -> it.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "there is no benchmark '" + name + "'; ./sluice bench lists them"));
    return new Bench(benchmark, out, err).run(Request.parse(benchmark, arguments));
  }

  private static String describe(Benchmark benchmark) {
    Request defaults = benchmark.defaults();
    String events = defaults.events() > 1 ? "[--events " + defaults.events() + "] " : "";
    String command =
        "  ./sluice bench %s %s[--runs %d] [--%s name]... [--json]%n"
            .formatted(benchmark.name(), events, defaults.runs(), benchmark.choice());
    String contenders =
        defaults.contenders().stream()
            .map(it -> "%-22s %s".formatted(it.name(), it.description()))
            .collect(joining("\n"));
    return command + benchmark.about().indent(6) + contenders.indent(8);
  }
}
