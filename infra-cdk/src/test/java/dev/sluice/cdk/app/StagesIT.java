package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two stages of one outbox stand beside each other in one account and region. */
final class StagesIT {

  /** Names inside of another resource, or of something that AWS brings. */
  private static final Set<String> NO_NAMES_OF_THE_ACCOUNT =
      Set.of(
          "AWS::CloudWatch::Alarm MetricName",
          "AWS::EC2::VPCEndpoint ServiceName",
          "AWS::IAM::Policy PolicyName",
          "AWS::Lambda::Alias Name",
          "AWS::MSK::Topic TopicName",
          "AWS::RDS::DBInstance DBName",
          "AWS::RDS::DBProxyTargetGroup TargetGroupName");

  private static final Synthesised PROD = Synthesised.of("everything");
  private static final Synthesised TEST = Synthesised.changed("everything", "\"prod\"", "\"test\"");

  @Test
  void noTwoResourcesHaveTheSameName() {
    assertThat(
            names(PROD).stream()
                .map(name -> name.replaceFirst(" .*", ""))
                .collect(Collectors.toSet()))
        .as("what has a name at all")
        .contains(
            "AWS::CloudWatch::Alarm",
            "AWS::CloudWatch::Dashboard",
            "AWS::Events::EventBus",
            "AWS::MSK::Cluster",
            "AWS::RDS::DBProxy",
            "AWS::SNS::Topic");
    assertThat(names(PROD)).doesNotContainAnyElementsOf(names(TEST));
  }

  @Test
  void noTwoStacksExportTheSameName() {
    assertThat(exports(PROD)).hasSizeGreaterThan(10).doesNotContainAnyElementsOf(exports(TEST));
  }

  private static Set<String> names(Synthesised app) {
    return app.stacks().stream()
        .flatMap(Template::resources)
        .flatMap(StagesIT::names)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> names(Resource resource) {
    return resource.properties().entrySet().stream()
        .filter(property -> property.getKey().endsWith("Name"))
        .filter(property -> property.getValue() instanceof String)
        .filter(
            property ->
                !NO_NAMES_OF_THE_ACCOUNT.contains(resource.type() + " " + property.getKey()))
        .map(property -> resource.type() + " " + property.getValue());
  }

  /** They begin with the name of their stack. */
  private static Set<String> exports(Synthesised app) {
    return app.stacks().stream()
        .flatMap(
            stack -> ((Map<?, ?>) stack.body().getOrDefault("Outputs", Map.of())).values().stream())
        .map(output -> ((Map<?, ?>) output).get("Export"))
        .filter(Map.class::isInstance)
        .map(export -> String.valueOf(((Map<?, ?>) export).get("Name")))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
