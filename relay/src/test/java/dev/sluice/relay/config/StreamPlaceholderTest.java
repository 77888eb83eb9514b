package dev.sluice.relay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.testing.Environments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {stream} in a destination: each stream that the route matches goes to one of its own. */
final class StreamPlaceholderTest {

  private final RelayConfig config =
      RelayConfig.parse(
          Environments.with(
              Map.of(
                  "SLUICE_ROUTES",
                  """
                  [{"stream": "orders.*", "destination": "fake:eu:app.{stream}-{stream}",
                    "format": "ENVELOPE", "order": "NONE", "maxAttempts": 9},
                   {"stream": "*", "destination": "fake:{stream}"}]
                  """)));

  private final Subscription main = config.subscriptions().getFirst();

  private String uri(String stream) {
    return main.routeOf(stream).map(route -> route.destination().uri()).orElse("none");
  }

  @Test
  void nameOfTheStreamStandsInItsDestinationAndAllElseIsTheRoutes() {
    assertThat(uri("stock")).isEqualTo("fake:stock");
    Route route = main.routeOf("orders.eu_1").orElseThrow();
    assertThat(route.destination())
        .isEqualTo(
            new Destination("fake", "eu:app.orders.eu_1-orders.eu_1", Format.ENVELOPE, false));
    assertThat(route.maxAttempts()).isEqualTo(9);
    assertThat(route.pattern()).isEqualTo("orders.*");
  }

  /** Names that could lead elsewhere, and names that no broker takes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "../other",
        "a/b",
        "..",
        ".",
        "a:b",
        "a?b",
        "a#b",
        "a%2Fb",
        "größe",
        "a\nb",
        "{stream}",
        "*",
        "a@b",
        "a\\b",
        "a\u0000"
      })
  void streamWhoseNameCouldLeadElsewhereHasNoRoute(String stream) {
    assertThat(uri(stream)).isEqualTo("none");
    assertThat(main.whyUnrouted(stream))
        .isEqualTo(
            "its name cannot stand in fake:{stream}: {stream} stands for names of letters, digits,"
                + " '.', '_' and '-' only");
  }

  @Test
  void streamWhoseDestinationIsFaultyHasNoRoute() {
    assertThat(uri("bad")).isEqualTo("none");
    assertThat(main.whyUnrouted("bad"))
        .isEqualTo("its name cannot stand in fake:{stream}: the target is bad");
    assertThat(uri("good")).isEqualTo("fake:good");
  }

  /** A catch-all behind it may be anybody's. */
  @Test
  void noLaterRouteTakesAStreamThatTheFirstOneCannotTake() {
    assertThat(uri("orders.a b")).isEqualTo("none");
    assertThat(main.whyUnrouted("orders.a b")).contains("fake:eu:app.{stream}-{stream}");
  }

  @Test
  void streamsOfARouteAreThoseThatNoEarlierRouteMatches() {
    List<String> streams = List.of("orders.eu", "stock", "a b", "bad", "audit");
    assertThat(config.destinationsOf(config.routes().getLast(), streams))
        .extracting(Destination::uri)
        .containsExactly("fake:stock", "fake:audit");
  }

  @Test
  void operatorsAreShownTheStreamsOwnDestination() {
    OpsConfig ops = new OpsConfig("shop", config.database(), config, "");
    assertThat(ops.destination("main", "stock")).isEqualTo("fake:stock");
    assertThat(ops.whyUnrouted("stock")).isEmpty();
    assertThat(ops.destination("main", "a b")).isEmpty();
    assertThat(ops.whyUnrouted("a b")).contains("fake:{stream}");
  }
}
