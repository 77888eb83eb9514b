package dev.sluice.relay.config;

import static dev.sluice.relay.testing.Environments.refusal;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.testing.Environments;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RouteFaultsTest {

  private static final String NO_LIST =
      "SLUICE_ROUTES is not a JSON list with at least one route, such as"
          + " [{\"stream\":\"orders\",\"destination\":\"kafka:orders\"}]";
  private static final String NO_TARGET =
      "is not a destination; write <scheme>:<target>, such as kafka:orders";

  private static Map<String, String> routes(String text) {
    return Environments.with(Map.of("SLUICE_ROUTES", text));
  }

  private static void assertRefused(Map<String, String> environment, String... faults) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> RelayConfig.parse(environment))
        .withMessage(refusal(faults));
  }

  @ParameterizedTest
  @MethodSource({"texts", "fields", "targets"})
  void oneFaultIsToldInFull(String text, String fault) {
    assertRefused(routes(text), fault);
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        argumentSet(
            "routesAreMissing",
            "",
            "SLUICE_ROUTES is missing; set it to a JSON list such as"
                + " [{\"stream\":\"orders\",\"destination\":\"kafka:orders\"}]"),
        argumentSet(
            "routesAreNoJson",
            "orders=kafka:orders",
            "SLUICE_ROUTES is not JSON: Unrecognized token 'orders': was expecting (JSON String,"
                + " Number, Array, Object or token 'null', 'true' or 'false'), in line 1, column 1"),
        argumentSet(
            "commaIsMissing",
            "[{\"stream\":\"orders\"\n\"destination\":\"fake:x\"}]",
            "SLUICE_ROUTES is not JSON: Unexpected character ('\"' (code 34)): was expecting comma to"
                + " separate Object entries, in line 2, column 1"),
        argumentSet(
            "nameIsNotOne",
            "[{\"name\":\"My Audit\",\"stream\":\"*\",\"destination\":\"fake:x\"}]",
            "SLUICE_ROUTES: route 1: name is 'My Audit'; begin with a letter, and use lower-case"
                + " letters, digits and hyphens, 40 at most"),
        argumentSet(
            "nameBeginsTwice",
            "[{\"name\":\"a\",\"from\":\"PRESENT\",\"stream\":\"s\",\"destination\":\"fake:x\"},"
                + "{\"name\":\"a\",\"from\":\"RETAINED\",\"stream\":\"t\",\"destination\":\"fake:x\"}]",
            "SLUICE_ROUTES: from: routes of 'a' say [PRESENT, RETAINED]; choose one"),
        argumentSet(
            "routesAreCutOff",
            "[{\"stream\":\"orders\",",
            "SLUICE_ROUTES is not JSON: Unexpected end-of-input within/between Object entries, in line"
                + " 1, column 21"),
        argumentSet(
            "fieldIsGivenTwice",
            "[{\"stream\":\"a\",\"stream\":\"b\",\"destination\":\"fake:x\"}]",
            "SLUICE_ROUTES is not JSON: Duplicate key (key 'stream'), in line 1, column 25"),
        argumentSet(
            "somethingIsBehindTheList",
            "[{\"stream\":\"a\",\"destination\":\"fake:a\"}][]",
            "SLUICE_ROUTES is a JSON list with something behind it; write one list of all routes"),
        argumentSet("routesAreAnObject", "{\"stream\":\"a\",\"destination\":\"fake:a\"}", NO_LIST),
        argumentSet("routesAreANumber", "5", NO_LIST),
        argumentSet("listIsEmpty", "[]", NO_LIST),
        argumentSet("entryIsAText", "[\"fake:a\"]", "SLUICE_ROUTES: route 1 is not a JSON object"),
        argumentSet("entryIsNull", "[null]", "SLUICE_ROUTES: route 1 is not a JSON object"));
  }

  private static Arguments field(String rule, String more, String problem) {
    return argumentSet(
        rule,
        "[{\"stream\":\"orders\",\"destination\":\"fake:orders\"," + more + "}]",
        "SLUICE_ROUTES: route 1: " + problem);
  }

  static Stream<Arguments> fields() {
    return Stream.of(
        field(
            "fieldIsMisspelt",
            "\"on_dead\":\"BLOCK\"",
            "on_dead is unknown; known are [destination, format, from, maxAttempts, name, onDead, order, retry,"
                + " stream]"),
        field(
            "formatIsUnknown",
            "\"format\":\"XML\"",
            "format is 'XML'; choose one of [RAW, ENVELOPE, CLOUDEVENTS]"),
        field("orderIsUnknown", "\"order\":\"FIFO\"", "order is 'FIFO'; choose one of [KEY, NONE]"),
        field(
            "onDeadIsUnknown",
            "\"onDead\":\"STOP\"",
            "onDead is 'STOP'; choose one of [CONTINUE, BLOCK]"),
        field(
            "blockNeedsAnOrder",
            "\"onDead\":\"BLOCK\",\"order\":\"NONE\"",
            "onDead BLOCK needs order KEY; without an order there is nothing to hold back"),
        field(
            "retryIsText",
            "\"retry\":\"often\"",
            "retry: 'often' is not a retry policy ('often' is not a duration; write a number with ms,"
                + " s, m, h or d, such as 30s); write base..max xfactor ±jitter%, such as 2s..10m x2"
                + " ±20%, or a list such as 1s,5s,30s"),
        field(
            "maxAttemptsIsZero",
            "\"maxAttempts\":0",
            "maxAttempts is '0'; it must be a whole number from 1 to 1000"),
        field(
            "maxAttemptsIsTooLarge",
            "\"maxAttempts\":1001",
            "maxAttempts is '1001'; it must be a whole number from 1 to 1000"),
        field(
            "maxAttemptsIsBroken",
            "\"maxAttempts\":2.5",
            "maxAttempts is '2.5'; it must be a whole number from 1 to 1000"),
        field("fieldIsAList", "\"order\":[\"KEY\"]", "order must be a text or a number"),
        field("fieldIsABoolean", "\"order\":true", "order must be a text or a number"));
  }

  private static Arguments route(String rule, String text, String problem) {
    return argumentSet(rule, "[{" + text + "}]", "SLUICE_ROUTES: route 1: " + problem);
  }

  static Stream<Arguments> targets() {
    String noStream = "stream is missing; set it to a stream's name or a pattern such as orders.*";
    return Stream.of(
        route("streamIsMissing", "\"destination\":\"fake:a\"", noStream),
        route("streamIsBlank", "\"stream\":\" \",\"destination\":\"fake:a\"", noStream),
        route(
            "destinationIsMissing",
            "\"stream\":\"a\"",
            "destination is missing; set it to <scheme>:<target>, such as kafka:orders"),
        route(
            "destinationHasNoColon",
            "\"stream\":\"a\",\"destination\":\"orders\"",
            "destination: 'orders' " + NO_TARGET),
        route(
            "destinationHasNoScheme",
            "\"stream\":\"a\",\"destination\":\":orders\"",
            "destination: ':orders' " + NO_TARGET),
        route(
            "destinationHasNoTarget",
            "\"stream\":\"a\",\"destination\":\"fake:\"",
            "destination: 'fake:' " + NO_TARGET),
        route(
            "schemeIsUnknown",
            "\"stream\":\"a\",\"destination\":\"carrier-pigeon:a\"",
            "destination 'carrier-pigeon:a': no publisher for 'carrier-pigeon:'; there are "
                + schemes()),
        route(
            "providerFindsAFault",
            "\"stream\":\"a\",\"destination\":\"fake:bad\"",
            "destination 'fake:bad': the target is bad"),
        route(
            "streamNamesMoreThanTheLastPart",
            "\"stream\":\"a*\",\"destination\":\"fake:https://{stream}.shop/events\"",
            "destination 'fake:https://{stream}.shop/events': {stream} may stand behind the last '/'"
                + " and ':' only"),
        route(
            "noStreamOfThePatternCanNameADestination",
            "\"stream\":\"big orders.*\",\"destination\":\"fake:app.{stream}\"",
            "destination 'fake:app.{stream}': {stream} stands for names of letters, digits, '.', '_'"
                + " and '-' only"),
        route(
            "providerTakesNoStreamOfThePattern",
            "\"stream\":\"bad\",\"destination\":\"fake:{stream}\"",
            "destination 'fake:{stream}' of stream 'bad': the target is bad"));
  }

  private static List<String> schemes() {
    return ServiceLoader.load(PublisherProvider.class).stream()
        .map(provider -> provider.get().scheme())
        .sorted()
        .toList();
  }

  @Test
  void everyFaultOfEveryRouteIsToldAtOnce() {
    assertRefused(
        routes(
            """
            [{"stream": "a", "destination": "fake:a"},
             {"destination": "orders", "format": "XML", "maxAttempts": 0},
             "fake:c"]
            """),
        "SLUICE_ROUTES: route 2: stream is missing; set it to a stream's name or a pattern such as"
            + " orders.*",
        "SLUICE_ROUTES: route 2: format is 'XML'; choose one of [RAW, ENVELOPE, CLOUDEVENTS]",
        "SLUICE_ROUTES: route 2: maxAttempts is '0'; it must be a whole number from 1 to 1000",
        "SLUICE_ROUTES: route 2: destination: 'orders' " + NO_TARGET,
        "SLUICE_ROUTES: route 3 is not a JSON object");
  }

  @Test
  void faultsOfAllSettingsAreToldAtOnce() {
    assertRefused(
        Map.of(
            "SLUICE_BATCH", "0",
            "SLUICE_MOOD", "DRAIN",
            "SLUICE_DB_USER", "outbox_relay",
            "SLUICE_ROUTES", "[]",
            "AWS_REGION", "eu-central-1"),
        "SLUICE_MOOD is unknown; known are " + KnownSettings.names(),
        "SLUICE_DB_URL is missing; set it to the JDBC URL, such as jdbc:postgresql://host:5432/app",
        NO_LIST,
        "SLUICE_BATCH is '0'; it must be a whole number from 1 to 10000");
  }
}
