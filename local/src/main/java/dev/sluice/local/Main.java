package dev.sluice.local;

import dev.sluice.local.chaos.ChaosCommand;
import dev.sluice.local.demo.DemoCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/** {@code ./sluice}: its commands. */
public record Main(Map<String, String> environment, PrintStream out, PrintStream err) {

  private static final String USAGE =
      """
      Sluice: a serverless transactional outbox for PostgreSQL on AWS, on this machine.

        ./sluice demo                all of it at work: load, a broker that goes down, a relay that
             [--aws] [--seconds n]   is killed, a poison event, and a ledger of what arrived
             [--events n] [--keep] [--json] [--plain]
        ./sluice chaos               kills relays, PostgreSQL and the broker at random, cuts and slows
             [--kills n]             their connections, freezes and wakes relays, and counts what is
             [--minutes n] [--json]  lost, reordered and duplicated
        ./sluice local               PostgreSQL and Kafka without load, until Ctrl-C
        ./sluice invoke FILE         one invocation through the real Lambda runtime client
             [--function relay|ops|migrate] [--timeout seconds] [--json]
        ./sluice ops ACTION [key=value ...] [--function ARN] [--json]
                                     status, redrive, discard, replay, pause, resume, clean, measure,
                                     preflight, probe, widget, such as:
                                       ./sluice ops redrive stream=orders confirm=true
                                     --function asks a deployed OpsHandler, as AWS_PROFILE and AWS_REGION say
        ./sluice cost [NAME|FILE]    what a configuration of the CDK costs a month, before it is
                                     deployed; needs Node, and NAME is one of infra-cdk/config
        ./sluice bench ...           measures; ./sluice bench explains itself
        ./sluice version             which release this is

      FILE holds the event: see events/. The functions' settings come from the environment
      (SLUICE_*, KAFKA_*, AWS_*); without SLUICE_DB_URL, from a running ./sluice local.
      """;

  public static void main(String[] arguments) throws Exception {
    System.exit(new Main(System.getenv(), System.out, System.err).run(List.of(arguments)));
  }

  /**
   * The exit code: 0 when what was asked for was done, 1 when not, 2 when it was not understood.
   */
  int run(List<String> arguments) throws Exception {
    if (arguments.isEmpty()) {
      out.print(USAGE);
      return 0;
    }
    try {
      return run(arguments.getFirst(), arguments.subList(1, arguments.size()));
    } catch (UsageException e) {
      err.println("sluice: " + e.getMessage());
      return 2;
    }
  }

  private int run(String command, List<String> arguments) throws Exception {
    return switch (command) {
      case "local" -> new LocalCommand(environment, out, err).run(arguments);
      case "invoke" -> new InvokeCommand(environment, out, err).run(arguments);
      case "version" -> version();
      case "help", "--help", "-h" -> run(List.of());
      case "ops" -> new OpsCommand(environment, out, err).run(arguments);
      case "chaos" -> new ChaosCommand(out, err).run(arguments);
      case "demo" -> new DemoCommand(environment, out, err).run(arguments);
      default ->
          throw new UsageException("there is no command '" + command + "'; ./sluice lists them");
    };
  }

  private int version() throws IOException {
    try (JarFile jar = new JarFile(SluiceJar.find().toFile())) {
      out.println(
          "sluice "
              + jar.getManifest().getMainAttributes().getValue("Implementation-Version")
              + SourceCommit.of(SluiceJar.find()));
    }
    return 0;
  }
}
