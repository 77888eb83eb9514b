package dev.sluice.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What {@code ./sluice bench} starts. */
public final class Main {

  private static final String USAGE =
      """
      ./sluice bench measures Sluice on this machine: a real PostgreSQL, a real Kafka broker or a
      stand-in for the AWS APIs, and the functions in processes of their own behind the real Lambda
      runtime client.

        ./sluice bench drain [--events n] [--runs n] [--contender name]... [--json]
        ./sluice bench aws [--events n] [--runs n] [--destination name]... [--json]
        ./sluice bench start [--runs n] [--destination name]... [--json]

      drain   How fast a full outbox is emptied, and how much write-ahead log that takes. Everybody
              finds the same events (480 bytes of JSON, 10,000 keys), the same server, the same broker,
              the same JVM options and the same producer settings, and is warm. Runs alternate:
              the first of each contender, then the second of each. After every run the broker's
              end offsets and the tables are counted.

      %s
              --events     how many in each run (500000)
              --runs       of each contender (3)
              --contender  only this one; may be repeated
              --json       one JSON object on standard output and nothing else; progress is on
                           standard error either way

      aws     How fast one lane empties a full outbox to a destination on AWS that answers after 15 ms,
              beside one call at a time. The stand-in counts entries and checks the order per key.

              --events       how many in each run (300000); one call at a time gets a fiftieth
              --runs         of each destination (3)
              --destination  only this one, of
                             %s; may be repeated
              --json         as above

      start   How long a new function takes from the start of its process until its first event has
              arrived, without a snapshot; how large its jar is, and how many classes it loads.

              --runs         of each destination (11)
              --destination  only this one, of
                             %s; may be repeated
              --json         as above

      Exit code: 0 when every event of every run was accounted for, 1 when not, 2 when the command
      was not understood. Close other programs first: on a small machine the processor is the limit.
      """;

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
    if (arguments.isEmpty()) {
      out.print(
          USAGE.formatted(
              Contenders.describe().indent(10), AwsDestination.names(), StartDestination.names()));
      return 0;
    }
    try {
      return run(arguments.getFirst(), arguments.subList(1, arguments.size()));
    } catch (UsageException e) {
      err.println("sluice bench: " + e.getMessage());
      return 2;
    }
  }

  private int run(String benchmark, List<String> arguments) throws IOException, SQLException {
    return switch (benchmark) {
      case "drain" -> new DrainCommand(out, err).run(DrainRequest.parse(arguments));
      case "aws" -> new AwsCommand(out, err).run(AwsRequest.parse(arguments));
      case "start" -> new StartCommand(out, err).run(StartRequest.parse(arguments));
      case "help", "--help", "-h" -> run(List.of());
      default ->
          throw new UsageException(
              "there is no benchmark '" + benchmark + "'; ./sluice bench lists them");
    };
  }
}
