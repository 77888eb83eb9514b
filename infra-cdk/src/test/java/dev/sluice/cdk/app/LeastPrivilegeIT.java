package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LeastPrivilegeIT {

  /** All that may be granted on everything, and why. */
  private static final Map<String, String> ON_EVERYTHING =
      Map.of(
          "ec2:AssignPrivateIpAddresses", "Lambda attaches functions; EC2 knows no narrower grant",
          "ec2:CreateNetworkInterface", "the same",
          "ec2:DeleteNetworkInterface", "the same",
          "ec2:DescribeNetworkInterfaces", "the same",
          "ec2:DescribeSubnets", "the same",
          "ec2:UnassignPrivateIpAddresses", "the same");

  /** Actions with a star: KMS' families of a verb, granted on one key. */
  private static final List<String> STARRED = List.of("kms:GenerateDataKey*", "kms:ReEncrypt*");

  /** Who hands one of these a role needs iam:PassRole on it, so it is this account that asks. */
  private static final Set<String> TAKE_A_PASSED_ROLE =
      Set.of("lambda.amazonaws.com", "rds.amazonaws.com", "chatbot.amazonaws.com");

  @Test
  void nothingIsGrantedOnEverythingButWhatIsExplained() {
    assertThat(statements().filter(statement -> statement.resources().contains("*")))
        .isNotEmpty()
        .allSatisfy(
            statement ->
                assertThat(ON_EVERYTHING.keySet())
                    .as(statement.toString())
                    .containsAll(statement.actions()));
  }

  /** Lambda attaches a function with the function's role, which its code has too. */
  @ParameterizedTest
  @ValueSource(strings = {"SluiceRelay", "SluiceOps", "SluiceMigration"})
  void codeOfAFunctionMakesNoNetworkInterfaces(String function) {
    assertThat(Statement.in(Synthesised.of("everything").stack("Relay")))
        .filteredOn(statement -> statement.owner().id().startsWith(function))
        .filteredOn(statement -> !statement.allows())
        .singleElement()
        .satisfies(
            statement -> {
              assertThat(statement.actions())
                  .containsExactlyInAnyOrderElementsOf(ON_EVERYTHING.keySet());
              assertThat(statement.resources()).hasToString("[*]");
              assertThat(statement.conditions().toString())
                  .startsWith("{ArnLike={lambda:SourceFunctionArn=")
                  .contains(":function:*");
            });
  }

  /** Without it a service may be made to act on behalf of another account. */
  @Test
  void servicesActForThisAccountOnly() {
    assertThat(Synthesised.templates().flatMap(Statement::in))
        .filteredOn(Statement::allows)
        .filteredOn(statement -> !TAKE_A_PASSED_ROLE.containsAll(statement.services()))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            statement ->
                assertThat(statement.conditions().toString())
                    .as(statement.toString())
                    .contains("aws:SourceAccount="));
  }

  @Test
  void noActionIsAWildcard() {
    TreeSet<String> starred = new TreeSet<>();
    statements()
        .flatMap(statement -> statement.actions().stream())
        .filter(action -> action.contains("*"))
        .forEach(starred::add);
    assertThat(STARRED).containsAll(starred);
  }

  /** A function's version is what the deployment invokes; its number is not known beforehand. */
  @Test
  void noResourceIsAWildcardExceptOneFunctionsVersions() {
    assertThat(statements())
        .allSatisfy(
            statement -> {
              if (statement.resources().toString().matches(".*[^\\[]\\*.*")) {
                assertThat(statement.actions())
                    .as(statement.toString())
                    .hasToString("[lambda:InvokeFunction]");
              }
            });
  }

  @Test
  void functionsLogInAsTheirOwnRolesOnly() {
    assertThat(connects("minimal", "Relay")).containsExactly("/outbox_relay");
    assertThat(connects("minimal", "Ops")).containsExactly("/outbox_operator");
    assertThat(connects("minimal", "Migration")).containsExactly("/postgres");
    assertThat(connects("existing", "Migration")).as("it has a secret").isEmpty();
  }

  @Test
  void operationsMayLookAtDestinationsAndNotPublish() {
    assertThat(actions("Relay"))
        .contains("sns:Publish", "events:PutEvents", "kafka-cluster:WriteData");
    assertThat(actions("Ops"))
        .contains(
            "sns:GetTopicAttributes", "events:DescribeEventBus", "kafka-cluster:DescribeTopic")
        .doesNotContain("sns:Publish", "events:PutEvents", "kafka-cluster:WriteData");
  }

  private static Set<String> actions(String function) {
    return actions(Synthesised.of("everything").stack("Relay"), "Sluice" + function);
  }

  /** Of the roles and policies whose id begins so. */
  static Set<String> actions(Template template, String id) {
    return Statement.in(template)
        .filter(Statement::isGrant)
        .filter(statement -> statement.owner().id().startsWith(id))
        .flatMap(statement -> statement.actions().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> connects(String configuration, String function) {
    return Statement.in(Synthesised.of(configuration).stack("Relay"))
        .filter(statement -> statement.owner().id().startsWith("Sluice" + function))
        .filter(statement -> statement.actions().contains("rds-db:connect"))
        .map(statement -> statement.resources().toString().replaceAll(".*(/[a-z_]+).*", "$1"))
        .toList();
  }

  private static Stream<Statement> statements() {
    return Stream.concat(
            Synthesised.templates(), Stream.of(SamTemplate.existing(), SamTemplate.least()))
        .flatMap(Statement::in)
        .filter(Statement::isGrant);
  }
}
