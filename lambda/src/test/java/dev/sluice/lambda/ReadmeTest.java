package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.KnownSettings;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.testing.Environments;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the README and of docs/configuration.md are compared with the code. */
final class ReadmeTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(?<name>[A-Za-z_]+)` \\|(?: (?<second>[^|]*) \\|)?");
  private static final Pattern LITERAL = Pattern.compile("`(?<value>[^`]+)`");
  private static final String REQUIRED = "required";
  private static final String README = "README.md";
  private static final String CONFIGURATION = "docs/configuration.md";

  @Test
  void settingsAreThoseThatExist() {
    assertThat(table("Settings").keySet()).hasSameElementsAs(KnownSettings.names());
  }

  @Test
  void defaultsOfTheSettingsAreThoseInForce() {
    Map<String, String> defaults = literals(table("Settings"));
    assertThat(defaults).hasSizeGreaterThan(7);
    assertThat(parse(defaults)).isEqualTo(parse(Map.of()));
  }

  @Test
  void anotherDefaultWouldBeNoticed() {
    assertThat(parse(Map.of("SLUICE_ORPHAN_GRACE", "3m"))).isNotEqualTo(parse(Map.of()));
    assertThat(parse(Map.of("SLUICE_RETRY", "2s..10m x2 ±21%"))).isNotEqualTo(parse(Map.of()));
  }

  @Test
  void requiredSettingsAreThoseThatMustBeSet() {
    String[] faults =
        required(table("Settings")).map(name -> name + " is missing").toArray(String[]::new);
    assertThat(faults).isNotEmpty();
    Map<String, String> onlyRegion = Map.of("AWS_REGION", "eu-central-1");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> RelayConfig.parse(onlyRegion))
        .withMessageContainingAll(faults)
        .withMessageContaining(faults.length + " settings need correction");
  }

  @Test
  void routeFieldsAreThoseThatExist() {
    List<String> fields = table("Routes").keySet().stream().sorted().toList();
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> routes("[{\"field\":\"x\"}]"))
        .withMessageContaining("field is unknown; known are " + fields + "\n");
  }

  @Test
  void requiredRouteFieldsAreThoseThatMustBeSet() {
    String[] faults =
        required(table("Routes")).map(name -> name + " is missing").toArray(String[]::new);
    assertThat(faults).isNotEmpty();
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> routes("[{}]"))
        .withMessageContainingAll(faults)
        .withMessageContaining(faults.length + " settings need correction");
  }

  @Test
  void defaultsOfTheRouteFieldsAreThoseInForce() {
    String fields =
        literals(table("Routes")).entrySet().stream()
            .map(field -> ",\"%s\":\"%s\"".formatted(field.getKey(), field.getValue()))
            .collect(Collectors.joining());
    assertThat(fields).contains("format", "order", "onDead");
    String route = "[{\"stream\":\"a\",\"destination\":\"fake:a\"%s}]";
    assertThat(routes(route.formatted(fields))).isEqualTo(routes(route.formatted("")));
  }

  @Test
  void routesOfTheExampleAreTaken() {
    assertThat(taken(block(section(CONFIGURATION, "Routes"), "json"))).hasSize(3);
    assertThat(taken(block(section(CONFIGURATION, "Several destinations for one event"), "json")))
        .extracting(Route::name)
        .containsExactly("main", "audit");
    assertThat(taken(block(section(CONFIGURATION, "A destination for each stream"), "json")))
        .hasSize(2);
    assertThat(taken(block(section(README, "Configure it"), "json"))).hasSize(2);
  }

  private static List<Route> taken(String routes) {
    Map<String, String> environment =
        Environments.with(
            Map.of("SLUICE_ROUTES", routes, "KAFKA_BOOTSTRAP_SERVERS", "broker.internal:9098"));
    return RelayConfig.parse(environment).routes();
  }

  /** The README shows some of the page's rows, with the same defaults. */
  @Test
  void settingsOfTheReadmeAreRowsOfThePage() {
    Map<String, String> few = table(README, "Configure it");
    assertThat(few).hasSizeGreaterThan(7);
    assertThat(table("Settings")).containsAllEntriesOf(few);
    assertThat(required(few)).containsExactlyElementsOf(required(table("Settings")).toList());
  }

  @Test
  void reportFieldsAreThoseOfTheAnswer() {
    List<String> fields =
        Arrays.stream(LaneReport.class.getRecordComponents())
            .map(RecordComponent::getName)
            .toList();
    assertThat(table("Report").keySet()).containsExactlyElementsOf(fields);
    assertThat(block(section(README, "By hand"), "json"))
        .contains(fields.stream().map(name -> "\"" + name + "\":").toList());
  }

  private static String parse(Map<String, String> changes) {
    return RelayConfig.parse(Environments.with(changes)).toString();
  }

  private static String routes(String text) {
    return parse(Map.of("SLUICE_ROUTES", text));
  }

  /** First cell to second. */
  private static Map<String, String> table(String heading) {
    return table(CONFIGURATION, heading);
  }

  private static Map<String, String> table(String page, String heading) {
    Map<String, String> rows = new LinkedHashMap<>();
    ROW.matcher(section(page, heading))
        .results()
        .forEach(row -> rows.put(row.group("name"), row.group("second")));
    return rows;
  }

  private static Stream<String> required(Map<String, String> table) {
    return table.keySet().stream().filter(name -> REQUIRED.equals(table.get(name)));
  }

  private static Map<String, String> literals(Map<String, String> table) {
    Map<String, String> literals = new HashMap<>();
    table.forEach(
        (name, cell) -> {
          var literal = LITERAL.matcher(cell);
          if (literal.matches()) {
            literals.put(name, literal.group("value"));
          }
        });
    return literals;
  }

  private static String section(String page, String heading) {
    return only("(?s)\n#+ " + heading + "\n(.*?)(?=\n#+ |$)", read(ROOT.resolve(page)));
  }

  private static String block(String markdown, String language) {
    return only("(?s)```" + language + "\n(.*?)```", markdown);
  }

  private static String only(String pattern, String text) {
    List<String> found =
        Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
    assertThat(found).as(pattern).hasSize(1);
    return found.getFirst();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + file, e);
    }
  }
}
