package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.app.SamCli;
import dev.sluice.cdk.app.SamEmulation;
import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.ssm.model.ParameterType;

/** template.yaml, by the SAM CLI, with a FIFO topic, a bus and a queue that are there already. */
final class SamDeployment implements Deployment {

  private static final String STACK = "shop";
  private static final String OUTBOX = "shop-test";
  private static final String ROUTES = "/shop/routes";

  private final Path directory;
  private final Path template;
  private final Emulator emulator;
  private final AwsClients aws;

  /**
   * @param secretArn of the migration's login
   */
  SamDeployment(Path directory, Emulator emulator, ShopDatabase database, String secretArn)
      throws IOException {
    this.directory = Emptied.directory(directory);
    this.emulator = emulator;
    this.aws = AwsClients.of(emulator);
    this.template = SamEmulation.in(this.directory);
    Files.writeString(parameters(), JSON.std.asString(parameters(database, secretArn)));
  }

  private Path parameters() {
    return directory.resolve("parameters.yaml");
  }

  private Map<String, String> parameters(ShopDatabase database, String secretArn)
      throws IOException {
    String topic =
        aws.sns()
            .createTopic(
                request -> request.name("orders.fifo").attributes(Map.of("FifoTopic", "true")))
            .topicArn();
    String bus = aws.events().createEventBus(request -> request.name("audit")).eventBusArn();
    String queue = aws.sqs().createQueue(request -> request.queueName("mail")).queueUrl();
    String mail = "arn:aws:sqs:%s:%s:mail".formatted(emulator.region(), Emulator.ACCOUNT);
    Map<String, String> all = new TreeMap<>();
    all.put("Name", OUTBOX);
    all.put("RoutesParameter", ROUTES);
    String routes =
        JSON.std.asString(
            List.of(
                Map.of("stream", "orders", "destination", "sns:" + topic),
                // By name: MiniStack's DescribeEventBus knows no ARN, and AWS takes either.
                Map.of("stream", "audit", "destination", "eventbridge:audit"),
                Map.of("stream", "mail", "destination", "sqs:" + queue)));
    aws.parameters()
        .putParameter(request -> request.name(ROUTES).type(ParameterType.STRING).value(routes));
    all.put("TopicArns", topic);
    all.put("BusArns", bus);
    all.put("QueueArns", mail);
    all.put(
        "DatabaseUrl",
        "jdbc:postgresql://localhost:%d/%s?%s"
            .formatted(database.port(), ShopDatabase.NAME, database.parameters()));
    all.put("DatabaseResourceId", "db-EMULATED");
    all.put("MigrationUser", ShopDatabase.MASTER);
    all.put("MigrationSecretArn", secretArn);
    all.put("DatabaseIdentifier", "shop");
    all.put("SilentTurns", "1");
    return all;
  }

  /**
   * A stack whose creation failed takes no other attempt: it is deleted first, as the page says.
   */
  @Override
  public Attempt deploy() {
    if (status().equals("ROLLBACK_COMPLETE")) {
      sam("delete", "--no-prompts", "--stack-name", STACK);
    }
    return sam(
        "deploy",
        "--config-file",
        SamCli.REPOSITORY.resolve("samconfig.toml").toString(),
        "--template-file",
        template.toString(),
        "--stack-name",
        STACK,
        "--parameter-overrides",
        "file://" + parameters(),
        "--no-confirm-changeset",
        "--no-progressbar");
  }

  private Attempt sam(String... arguments) {
    long began = System.nanoTime();
    Map<String, String> environment = new TreeMap<>(emulator.environment());
    environment.put("AWS_DEFAULT_REGION", emulator.region());
    environment.put("AWS_ENDPOINT_URL_S3", emulator.endpoint().toString());
    environment.put("COLUMNS", "1000"); // Its tables break what it says.
    SamCli.Ended ended = SamCli.sam(environment, arguments);
    Progress.say(
        "sam %s ended with %d after %d s"
            .formatted(
                arguments[0], ended.exitCode(), (System.nanoTime() - began) / 1_000_000_000));
    return new Attempt(ended.exitCode() == 0, ended.output());
  }

  private String status() {
    try {
      return describe().stackStatusAsString();
    } catch (CloudFormationException e) {
      return "";
    }
  }

  private Stack describe() {
    return aws.stacks().describeStacks(request -> request.stackName(STACK)).stacks().getFirst();
  }

  @Override
  public String stack() {
    return STACK;
  }

  @Override
  public DeployedOutbox outbox() {
    Map<String, String> outputs =
        describe().outputs().stream()
            .collect(Collectors.toMap(Output::outputKey, Output::outputValue));
    return new DeployedOutbox(
        outputs.getOrDefault("RelayFunction", ""),
        outputs.getOrDefault("OpsFunction", ""),
        Optional.ofNullable(outputs.get("LookFunction")),
        DeployedOutbox.Alarms.of(OUTBOX));
  }

  @Override
  public void close() {
    aws.close();
  }
}
