package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What to do is one click away from an alarm's e-mail, in the reader's own account. */
final class RunbooksIT {

  static final List<String> CONFIGURATIONS = Synthesised.CONFIGURATIONS;

  private static final String PAGE = "https://wiki.example.com/sluice";
  private static final String CONSOLE =
      "https://[a-z0-9-]+\\.console\\.aws\\.amazon\\.com/cloudwatch/home\\?region=[a-z0-9-]+#dashboards/dashboard/";

  static Stream<Template> templates() {
    return Stream.concat(
        Synthesised.all().map(app -> app.stack("Observability")),
        Stream.of(SamTemplate.existing()));
  }

  @ParameterizedTest
  @MethodSource("templates")
  void everyAlarmLinksToTheDashboardOfItsOutbox(Template template) {
    String dashboard = text(template.only("AWS::CloudWatch::Dashboard").at("DashboardName"));
    assertThat(dashboard).isNotBlank();
    assertThat(descriptions(template).values())
        .hasSizeGreaterThan(15)
        .allSatisfy(
            description ->
                assertThat(description)
                    .matches("(?s).+\\. What to do: " + CONSOLE + dashboard)
                    .hasSizeLessThan(1024));
  }

  static Stream<Template> templatesWithAPage() {
    String more = "\"pending\": 50000, \"runbooks\": \"" + PAGE + "\"";
    Map<String, String> parameters = new TreeMap<>(SamTemplate.EXISTING);
    parameters.put("Runbooks", PAGE);
    return Stream.of(
        Synthesised.changed("everything", "\"pending\": 50000", more).stack("Observability"),
        SamTemplate.transform(List.of(parameters)).getFirst());
  }

  @ParameterizedTest
  @MethodSource("templatesWithAPage")
  void withAPageOfYourOwnEveryAlarmLinksToItsSection(Template template) {
    assertThat(descriptions(template))
        .hasSizeGreaterThan(15)
        .allSatisfy(
            (title, description) ->
                assertThat(description)
                    .endsWith(". What to do: " + PAGE + "#" + anchor(title))
                    .hasSizeLessThan(1024));
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyAlarmHasItsSectionInTheRunbook(String configuration) throws IOException {
    Set<String> sections =
        Files.readAllLines(Path.of("../docs/operations.md")).stream()
            .filter(line -> line.startsWith("### "))
            .map(line -> anchor(line.substring(4)))
            .collect(Collectors.toSet());
    Template template = Synthesised.of(configuration).stack("Observability");
    assertThat(descriptions(template).keySet())
        .hasSizeGreaterThan(15)
        .allSatisfy(title -> assertThat(sections).contains(anchor(title)));
  }

  @ParameterizedTest
  @MethodSource("templates")
  void dashboardSaysOfEveryAlarmWhatToDoFirst(Template template) {
    Resource dashboard = template.only("AWS::CloudWatch::Dashboard");
    String body = text(dashboard.at("DashboardBody"));
    assertThat(body).contains("\"type\":\"text\"");
    assertThat(descriptions(template))
        .allSatisfy(
            (title, description) ->
                assertThat(body.toLowerCase(Locale.ROOT))
                    .contains(
                        "| **%s** | %s | "
                            .formatted(title, description.replaceFirst(" What to do: .*", ""))
                            .toLowerCase(Locale.ROOT)));
  }

  /** CloudWatch takes no dot there. */
  @Test
  void nameThatTheTemplateTakesMayNameADashboard() {
    Map<?, ?> parameters =
        (Map<?, ?>) Objects.requireNonNull(SamTemplate.existing().body().get("Parameters"));
    String allowed =
        String.valueOf(
            ((Map<?, ?>) Objects.requireNonNull(parameters.get("Name"))).get("AllowedPattern"));
    assertThat("shop-test_1").matches(allowed);
    assertThat("shop.test").doesNotMatch(allowed);
  }

  /** The control: a title that is not there would be missed. */
  @Test
  void titlesAreThoseOfTheAlarms() {
    assertThat(descriptions(SamTemplate.existing()))
        .containsKeys("Dead events", "Schedule undelivered", "needs somebody");
  }

  /** By their titles: the name without the outbox's, and without what is in parentheses. */
  private static Map<String, String> descriptions(Template template) {
    Map<String, String> all = new HashMap<>();
    Stream.of("AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm")
        .flatMap(type -> template.resources(type).stream())
        .forEach(
            alarm ->
                all.put(
                    text(alarm.at("AlarmName")).replaceFirst("^\\S+ ", "").replaceAll(" \\(.*", ""),
                    text(alarm.at("AlarmDescription"))));
    return all;
  }

  private static String anchor(String title) {
    return title.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static String text(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> function)) {
      return String.valueOf(value).replace("${AWS::Region}", "eu-central-1");
    }
    Map.Entry<?, ?> only = function.entrySet().iterator().next();
    return switch (String.valueOf(only.getKey())) {
      case "Fn::Join" -> {
        List<?> parts = (List<?>) ((List<?>) only.getValue()).get(1);
        yield parts.stream().map(RunbooksIT::text).collect(Collectors.joining());
      }
      case "Fn::Sub" -> text(only.getValue());
      case "Ref" -> "AWS::Region".equals(only.getValue()) ? "eu-central-1" : "another";
      default -> "another";
    };
  }
}
