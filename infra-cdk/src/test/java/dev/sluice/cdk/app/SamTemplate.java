package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code template.yaml} as CloudFormation would see it with some parameters. */
final class SamTemplate {

  private static final Map<Map<String, String>, Template> ALL = new ConcurrentHashMap<>();

  /** What has no default. */
  static final Map<String, String> LEAST =
      Map.of(
          "RoutesParameter", "/shop/routes",
          "DatabaseUrl", "jdbc:postgresql://shop.example.com:5432/shop",
          "DatabaseResourceId", "cluster-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
          "DatabaseIdentifier", "shop");

  private static final String ACCOUNT = ":eu-central-1:123456789012:";

  /** What config/existing.json says to the CDK. */
  static final Map<String, String> EXISTING =
      Map.ofEntries(
          Map.entry("Name", "sluice-test"),
          Map.entry("Routes", cdkRoutes()),
          Map.entry(
              "DatabaseUrl",
              "jdbc:postgresql://shop.abcdefghijkl.eu-central-1.rds.amazonaws.com:5432/shop"),
          Map.entry("DatabaseResourceId", "db-ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
          Map.entry("DatabaseIdentifier", "shop"),
          Map.entry(
              "MigrationSecretArn", "arn:aws:secretsmanager" + ACCOUNT + "secret:shop-AbCdEf"),
          Map.entry("SubnetIds", "subnet-0123456789abcdef0,subnet-0123456789abcdef1"),
          Map.entry("SecurityGroupIds", "sg-0123456789abcdef2"),
          Map.entry("TopicArns", "arn:aws:sns" + ACCOUNT + "events"),
          Map.entry("QueueArns", "arn:aws:sqs" + ACCOUNT + "mail"),
          Map.entry("BusArns", "arn:aws:events" + ACCOUNT + "event-bus/audit"),
          Map.entry("KafkaClusterArn", "arn:aws:kafka" + ACCOUNT + "cluster/shop/" + kafkaId()),
          Map.entry(
              "KafkaTopicArns", "arn:aws:kafka" + ACCOUNT + "topic/shop/" + kafkaId() + "/orders"),
          Map.entry("KafkaBootstrapServers", cdkVariable("KAFKA_BOOTSTRAP_SERVERS")));

  private SamTemplate() {}

  static Template least() {
    return with(LEAST);
  }

  static Template existing() {
    return with(EXISTING);
  }

  private static Template with(Map<String, String> parameters) {
    return ALL.computeIfAbsent(parameters, _ -> transform(List.of(parameters)).getFirst());
  }

  /** One for each set of parameters, by one start of Python. */
  static List<Template> transform(List<Map<String, String>> parameters) {
    try {
      String json =
          SamCli.program(
              "sam-transform.py", SamCli.TEMPLATE.toString(), JSON.std.asString(parameters));
      return JSON.std.listFrom(json).stream().map(SamTemplate::template).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Template template(Object body) {
    return new Template("sam", "template.yaml", SamCli.TEMPLATE, (Map<String, Object>) body);
  }

  private static String kafkaId() {
    return "01234567-89ab-cdef-0123-456789abcdef-1";
  }

  private static String cdkRoutes() {
    return cdkVariable("SLUICE_ROUTES");
  }

  private static String cdkVariable(String name) {
    Template relay = Synthesised.of("existing").stack("Relay");
    return String.valueOf(PlausibleEnvironment.of(relay, "RelayHandler").get(name));
  }
}
