package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.testing.Environments;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README's tables say is compared with the code, and its links are followed. */
final class ReadmeTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(?<name>[A-Za-z_]+)` \\|(?: (?<second>[^|]*) \\|)?");
  private static final Pattern LITERAL = Pattern.compile("`(?<value>[^`]+)`");
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?<path>[^)#\\s:]*)(?:#(?<anchor>[^)\\s]+))?\\)");
  private static final String REQUIRED = "required";

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
    String example = block(section("Routes"), "json");
    Map<String, String> environment =
        Environments.with(
            Map.of("SLUICE_ROUTES", example, "KAFKA_BOOTSTRAP_SERVERS", "broker.internal:9098"));
    assertThat(RelayConfig.parse(environment).routes()).hasSize(3);
  }

  @Test
  void reportFieldsAreThoseOfTheAnswer() {
    List<String> fields =
        Arrays.stream(RelayReport.class.getRecordComponents())
            .map(RecordComponent::getName)
            .toList();
    assertThat(table("Report").keySet()).containsExactlyElementsOf(fields);
    assertThat(block(section("By hand"), "json"))
        .contains(fields.stream().map(name -> "\"" + name + "\":").toList());
  }

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
          Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "writer/README.md")
              .map(ROOT::resolve),
          docs.filter(file -> file.toString().endsWith(".md")))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadSomewhere(Path document) {
    String text = read(document);
    assertThat(LINK.matcher(text).results()).allSatisfy(link -> assertLeads(document, link));
  }

  @Test
  void readmeLinksToSections() {
    assertThat(LINK.matcher(readme()).results().filter(link -> link.group("anchor") != null))
        .as("links that the test above follows")
        .hasSizeGreaterThan(3);
  }

  private static void assertLeads(Path document, MatchResult link) {
    Path target =
        link.group("path").isEmpty() ? document : document.resolveSibling(link.group("path"));
    assertThat(target).exists();
    if (link.group("anchor") != null) {
      assertThat(anchors(read(target))).contains(link.group("anchor"));
    }
  }

  /** As the usual renderers make them of headings. */
  private static List<String> anchors(String markdown) {
    return Pattern.compile("(?m)^#+ (.*)$")
        .matcher(markdown)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
        .toList();
  }

  private static String parse(Map<String, String> changes) {
    return RelayConfig.parse(Environments.with(changes)).toString();
  }

  private static String routes(String text) {
    return parse(Map.of("SLUICE_ROUTES", text));
  }

  /** First cell to second. */
  private static Map<String, String> table(String heading) {
    Map<String, String> rows = new LinkedHashMap<>();
    ROW.matcher(section(heading))
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

  private static String section(String heading) {
    return only("(?s)\n#+ " + heading + "\n(.*?)(?=\n#+ |$)", readme());
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

  private static String readme() {
    return read(ROOT.resolve("README.md"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + file, e);
    }
  }
}
