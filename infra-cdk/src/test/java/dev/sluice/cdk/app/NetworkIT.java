package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class NetworkIT {

  static final List<String> MADE =
      List.of("minimal", "everything", "aurora-drain", "msk-serverless");

  /** An existing database in a network of our own, with a password for the migration. */
  private static final Template WITH_SECRET =
      Synthesised.changed(
              "everything",
              "\"kind\": \"instance\", \"instanceType\": \"m8g.large\", \"storageGiB\": 100, \"multiZone\": true, \"proxy\": true, \"clientSecurityGroupIds\": [\"sg-0123456789abcdef0\"]",
              "\"kind\": \"existing\", \"host\": \"shop.example.com\", \"name\": \"shop\", \"resourceId\": \"db-ABCDEFGHIJKL\", \"migration\": {\"user\": \"postgres\", \"secretArn\": \"arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop-AbCdEf\"}")
          .stack("Network");

  @ParameterizedTest
  @FieldSource("MADE")
  void nothingLeadsToTheInternet(String configuration) {
    assertThat(network(configuration).resources().map(Resource::type))
        .doesNotContain(
            "AWS::EC2::NatGateway",
            "AWS::EC2::InternetGateway",
            "AWS::EC2::Route",
            "AWS::EC2::EIP");
  }

  @Test
  void onlyWhatIsCalledHasAnEndpoint() {
    assertThat(endpoints("minimal")).containsExactly("sqs");
    assertThat(endpoints("msk-serverless")).containsExactly("sqs");
    assertThat(endpoints("aurora-drain")).containsExactlyInAnyOrder("events", "sqs");
    assertThat(endpoints("everything")).containsExactlyInAnyOrder("events", "sns", "sqs", "ssm");
    assertThat(endpoints(WITH_SECRET)).contains("secretsmanager");
  }

  /** Keys from elsewhere do not work there, and no way leads to another account's queue. */
  @ParameterizedTest
  @FieldSource("MADE")
  void endpointsAreForThisAccountOnly(String configuration) {
    List<Resource> endpoints = network(configuration).resources("AWS::EC2::VPCEndpoint");
    assertThat(endpoints)
        .isNotEmpty()
        .allSatisfy(
            endpoint ->
                assertThat(statements(configuration, endpoint))
                    .singleElement()
                    .satisfies(
                        only ->
                            assertThat(only.conditions().toString())
                                .contains("StringEquals={aws:PrincipalAccount=")
                                .contains("StringEqualsIfExists={aws:ResourceAccount=[")));
  }

  @Test
  void endpointsLeadToTheAccountsThatRoutesName() {
    String own = "\"topic\": \"events\"";
    String other = "\"topic\": \"arn:aws:sns:eu-central-1:210987654321:events\"";
    Template network = Synthesised.changed("everything", own, other).stack("Network");
    assertThat(Statement.in(network))
        .filteredOn(statement -> statement.owner().type().equals("AWS::EC2::VPCEndpoint"))
        .hasSize(4)
        .allMatch(
            statement ->
                statement
                    .conditions()
                    .toString()
                    .contains("aws:ResourceAccount=[123456789012, 210987654321]"));
  }

  /** Whoever names no group of its own gets it, and could talk to whoever does the same. */
  @ParameterizedTest
  @FieldSource("MADE")
  void defaultSecurityGroupIsClosed(String configuration) {
    assertThat(network(configuration).resources("Custom::VpcRestrictDefaultSG")).hasSize(1);
  }

  private static List<Statement> statements(String configuration, Resource owner) {
    return Statement.in(network(configuration))
        .filter(statement -> statement.owner().equals(owner))
        .toList();
  }

  @Test
  void productionReachesItsDestinationsFromEveryZone() {
    assertThat(zones(network("everything"), "sns")).hasSize(3);
    assertThat(zones(WITH_SECRET, "sns")).hasSize(3);
    assertThat(zones(WITH_SECRET, "secretsmanager")).as("called at deployment only").hasSize(1);
    assertThat(zones(network("minimal"), "sqs")).hasSize(1);
  }

  @Test
  void existingNetworkGetsNothing() {
    assertThat(Synthesised.of("existing").stacks())
        .extracting(Template::name)
        .containsExactlyInAnyOrder("Relay", "Observability");
  }

  /** A lookup would need credentials, and write what it found into cdk.context.json. */
  @ParameterizedTest
  @FieldSource("MADE")
  void zonesAreNotLookedUp(String configuration) {
    assertThat(network(configuration).body().toString())
        .contains("Fn::GetAZs")
        .doesNotContain("dummy");
  }

  private static List<?> zones(Template network, String service) {
    return network.resources("AWS::EC2::VPCEndpoint").stream()
        .filter(endpoint -> service(endpoint).equals(service))
        .flatMap(
            endpoint ->
                endpoint.at("SubnetIds") instanceof List<?> ids ? ids.stream() : Stream.of())
        .toList();
  }

  private static List<String> endpoints(String configuration) {
    return endpoints(network(configuration));
  }

  private static List<String> endpoints(Template network) {
    return network.resources("AWS::EC2::VPCEndpoint").stream().map(NetworkIT::service).toList();
  }

  private static String service(Resource endpoint) {
    return String.valueOf(endpoint.at("ServiceName")).replaceAll(".*\\.([a-z]+).*", "$1");
  }

  private static Template network(String configuration) {
    return Synthesised.of(configuration).stack("Network");
  }
}
