package dev.sluice.relay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouteTest {

  private static Route route(String pattern) {
    Destination destination = new Destination("fake", "orders", Format.RAW, true);
    RetryPolicy retry = new RetryPolicy.Listed(List.of(Duration.ofSeconds(1)));
    return new Route(pattern, destination, OnDead.CONTINUE, retry, 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          orders          | orders             | true
          orders          | Orders             | false
          orders          | orders2            | false
          orders          | my-orders          | false
          orders.*        | orders.placed      | true
          orders.*        | orders.a.b         | true
          orders.*        | orders.            | true
          orders.*        | orders             | false
          orders.*        | ordersXplaced      | false
          a.c             | abc                | false
          *.audit         | orders.audit       | true
          *.audit         | ordersXaudit       | false
          *.audit         | orders.audits      | false
          a*c*e           | ace                | true
          a*c*e           | abcde              | true
          a*c*e           | aec                | false
          **              | anything           | true
          [a-z]+          | [a-z]+             | true
          [a-z]+          | orders             | false
          (ab)?$          | x                  | false
          a\\Eb           | a\\Eb              | true
          a\\Q*           | a\\Qb              | true
          größe.*         | größe.neu          | true
          """)
  void starIsAnyTextAndAllElseIsItself(String pattern, String stream, boolean matches) {
    assertThat(route(pattern).matches(stream)).isEqualTo(matches);
  }

  @Test
  void starMatchesNothingAndLineBreaksToo() {
    assertThat(route("*").matches("")).isTrue();
    assertThat(route("a*b").matches("a\n\u2028b")).isTrue();
  }

  @Test
  void firstMatchWins() {
    RelayConfig config =
        RelayConfig.parse(
            Environments.with(
                Map.of(
                    "SLUICE_ROUTES",
                    """
                    [{"stream": "orders.audit", "destination": "fake:one"},
                     {"stream": "orders.*", "destination": "fake:two"},
                     {"stream": "orders.refunds", "destination": "fake:never"},
                     {"stream": "*.audit", "destination": "fake:three"}]
                    """)));
    assertThat(target(config, "orders.audit")).isEqualTo("one");
    assertThat(target(config, "orders.placed")).isEqualTo("two");
    assertThat(target(config, "orders.refunds")).isEqualTo("two");
    assertThat(target(config, "stock.audit")).isEqualTo("three");
    assertThat(target(config, "stock")).isEqualTo("none");
  }

  private static String target(RelayConfig config, String stream) {
    return config
        .subscriptions()
        .getFirst()
        .routeOf(stream)
        .map(route -> route.destination().target())
        .orElse("none");
  }
}
