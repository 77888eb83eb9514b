package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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

  private record Statement(String where, List<?> actions, List<?> resources) {}

  @Test
  void nothingIsGrantedOnEverythingButWhatIsExplained() {
    assertThat(statements().filter(statement -> statement.resources().contains("*")))
        .isNotEmpty()
        .allSatisfy(
            statement ->
                assertThat(ON_EVERYTHING.keySet())
                    .as(statement.where())
                    .containsAll(texts(statement.actions())));
  }

  @Test
  void noActionIsAWildcard() {
    TreeSet<String> starred = new TreeSet<>();
    statements()
        .flatMap(statement -> texts(statement.actions()).stream())
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
                    .as(statement.where())
                    .hasToString("[lambda:InvokeFunction]");
              }
            });
  }

  @Test
  void functionsLogInAsTheirOwnRolesOnly() {
    assertThat(connects("minimal", "Relay")).containsExactly("/outbox_relay");
    assertThat(connects("minimal", "Ops")).containsExactly("/outbox_operator");
    assertThat(connects("minimal", "Migration")).isEmpty();
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
    return statements(template)
        .filter(statement -> statement.where().contains(" " + id))
        .flatMap(statement -> texts(statement.actions()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> connects(String configuration, String function) {
    return statements(Synthesised.of(configuration).stack("Relay"))
        .filter(statement -> statement.where().contains("Sluice" + function))
        .filter(statement -> statement.actions().contains("rds-db:connect"))
        .map(statement -> statement.resources().toString().replaceAll(".*(/[a-z_]+).*", "$1"))
        .toList();
  }

  private static Stream<Statement> statements() {
    return Stream.concat(
            Synthesised.templates(), Stream.of(SamTemplate.existing(), SamTemplate.least()))
        .flatMap(LeastPrivilegeIT::statements);
  }

  private static Stream<Statement> statements(Template template) {
    return Stream.concat(
            template.resources("AWS::IAM::Policy").stream(),
            template.resources("AWS::IAM::Role").stream())
        .flatMap(resource -> statements(template, resource));
  }

  private static Stream<Statement> statements(Template template, Resource resource) {
    List<@Nullable Object> documents = new ArrayList<>();
    documents.add(resource.at("PolicyDocument"));
    if (resource.at("Policies") instanceof List<?> inline) {
      inline.forEach(policy -> documents.add(((Map<?, ?>) policy).get("PolicyDocument")));
    }
    return documents.stream()
        .filter(Map.class::isInstance)
        .flatMap(document -> listOf(((Map<?, ?>) document).get("Statement")).stream())
        .map(
            statement -> {
              Map<?, ?> map = (Map<?, ?>) statement;
              return new Statement(
                  template + " " + resource.id(),
                  listOf(map.get("Action")),
                  listOf(map.get("Resource")));
            });
  }

  private static List<?> listOf(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(String::valueOf).toList();
  }
}
