package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The stacks of the CDK app, with a FIFO topic, a bus and a queue to lead to. */
final class CdkDeployment implements Deployment {

  private static final String OUTBOX = "shop-test";
  private static final String CONFIGURATION =
      """
      {
        "name": "shop",
        "stage": "test",
        "account": "%s",
        "region": "%s",
        "network": {"kind": "none"},
        "database": {
          "kind": "existing",
          "host": "localhost",
          "port": %d,
          "name": "%s",
          "parameters": "%s",
          "resourceId": "db-EMULATED",
          "migration": {"user": "%s", "secretArn": "%s"}
        },
        "routes": [
          {"stream": "orders", "topic": "orders.fifo"},
          {"stream": "audit", "bus": "audit"},
          {"stream": "mail", "queue": "mail"}
        ],
        "relay": {"routesInParameter": true, "probe": {"afterDeployment": true, "stream": "audit"}},
        "alarms": {"composite": false, "silentTurns": 1}
      }
      """;

  private static final Duration BOOTSTRAP = Duration.ofMinutes(5);
  private static final Duration DEPLOY = Duration.ofMinutes(10);

  private final Path directory;
  private final CdkCommand cdk;
  private final Emulator emulator;
  private final String configuration;
  private boolean bootstrapped;

  /**
   * @param secretArn of the migration's login
   */
  CdkDeployment(Path directory, Emulator emulator, ShopDatabase database, String secretArn)
      throws IOException {
    this.directory = Emptied.directory(directory);
    this.emulator = emulator;
    this.cdk = new CdkCommand(this.directory, emulator);
    configuration =
        CONFIGURATION.formatted(
            Emulator.ACCOUNT,
            emulator.region(),
            database.port(),
            ShopDatabase.NAME,
            database.parameters(),
            ShopDatabase.MASTER,
            secretArn);
  }

  @Override
  public Attempt deploy() throws InterruptedException {
    return deploy("test", UnaryOperator.identity());
  }

  /** With something else in its configuration. */
  Attempt deploy(String name, UnaryOperator<String> change) throws InterruptedException {
    boolean first = !Files.exists(assembly(name));
    bootstrap();
    List<String> arguments =
        new ArrayList<>(
            List.of("deploy", "--all", "--require-approval", "never", "--progress", "events"));
    arguments.addAll(List.of("--outputs-file", outputsFile(name).toString()));
    // What was synthesised once needs it no second time.
    arguments.addAll(
        first
            ? List.of(
                "-c",
                "emulation=true",
                "-c",
                "config=" + configuration(name, change),
                "--output",
                assembly(name).toString())
            : List.of("--app", assembly(name).toString()));
    String step = (first ? "deploy-" : "deploy-again-") + name;
    return cdk.run(step, DEPLOY, arguments.toArray(String[]::new));
  }

  private Path configuration(String name, UnaryOperator<String> change) {
    try {
      return Files.writeString(directory.resolve(name + ".json"), change.apply(configuration));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path assembly(String name) {
    return directory.resolve("cdk.out-" + name);
  }

  private void bootstrap() throws InterruptedException {
    if (bootstrapped) {
      return;
    }
    String place = "aws://" + Emulator.ACCOUNT + "/" + emulator.region();
    Attempt attempt = cdk.run("bootstrap", BOOTSTRAP, "bootstrap", place);
    if (!attempt.succeeded()) {
      throw new AssertionError("cdk bootstrap failed:\n" + attempt.output());
    }
    bootstrapped = true;
  }

  @Override
  public String stack() {
    return OUTBOX + "-relay";
  }

  @Override
  public DeployedOutbox outbox() {
    Map<String, Object> outputs = outputs();
    return new DeployedOutbox(
        String.valueOf(outputs.get("RelayFunction")),
        String.valueOf(outputs.get("OpsFunction")),
        Optional.of(String.valueOf(outputs.get("LookFunction"))),
        DeployedOutbox.Alarms.of(OUTBOX));
  }

  private Map<String, Object> outputs() {
    try {
      Object stack = JSON.std.mapFrom(outputsFile("test").toFile()).get(stack());
      return JSON.std.mapFrom(JSON.std.asString(stack));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path outputsFile(String name) {
    return directory.resolve("outputs-" + name + ".json");
  }

  @Override
  public void close() {}
}
