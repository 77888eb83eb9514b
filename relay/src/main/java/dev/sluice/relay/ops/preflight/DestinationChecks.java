package dev.sluice.relay.ops.preflight;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.ops.preflight.Check.Verdict;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of preflight for each place that events go to, the dead-letter queue among them. */
final class DestinationChecks {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private DestinationChecks() {}

  static List<Check> of(RelayConfig relay, Deadline deadline) {
    Map<String, Destination> places = places(relay);
    Duration left = deadline.left();
    Map<Destination, Finding> findings =
        left.isPositive()
            ? DestinationProbe.look(
                relay, List.copyOf(places.values()), left.compareTo(LIMIT) < 0 ? left : LIMIT)
            : Map.of();
    return places.entrySet().stream()
        .map(place -> check(place.getKey(), findings.get(place.getValue())))
        .toList();
  }

  /** Each once, whatever formats its routes have. */
  private static Map<String, Destination> places(RelayConfig relay) {
    Map<String, Destination> places = new LinkedHashMap<>();
    for (Route route : relay.routes()) {
      places.putIfAbsent("destination " + route.destination().uri(), route.destination());
    }
    Destination queue = relay.deadLetters();
    if (queue != null) {
      places.put("dead-letter queue", queue);
    }
    return places;
  }

  private static Check check(String name, @Nullable Finding finding) {
    return switch (finding) {
      case Finding.Ready(String text) -> Check.ok(name, text);
      case Finding.Obstructed(String text, String remedy) ->
          new Check(name, Verdict.FAIL, text, remedy);
      case Finding.Unknown(String text, String remedy) ->
          new Check(name, Verdict.WARN, text, remedy);
      case null ->
          new Check(
              name,
              Verdict.WARN,
              "no finding in the time there was",
              "check the way from the function's subnets, or give the function more time");
    };
  }
}
