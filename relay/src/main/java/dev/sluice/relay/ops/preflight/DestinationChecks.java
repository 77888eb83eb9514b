package dev.sluice.relay.ops.preflight;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.ops.preflight.Check.Verdict;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of preflight for each place that events go to, the dead-letter queue among them. */
final class DestinationChecks {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Of a route with {stream}, for each look may be a connection. */
  private static final int MOST = 20;

  private DestinationChecks() {}

  /**
   * @param streams those that have events, as far as the database knows
   */
  static List<Check> of(RelayConfig relay, List<String> streams, Deadline deadline) {
    List<Check> checks = new ArrayList<>();
    Map<String, Destination> places = places(relay, streams, checks);
    Duration left = deadline.left();
    Map<Destination, Finding> findings =
        left.isPositive()
            ? DestinationProbe.look(
                relay, List.copyOf(places.values()), left.compareTo(LIMIT) < 0 ? left : LIMIT)
            : Map.of();
    places.forEach((name, place) -> checks.add(check(name, findings.get(place))));
    return checks;
  }

  /** Each once, whatever formats its routes have. */
  private static Map<String, Destination> places(
      RelayConfig relay, List<String> streams, List<Check> checks) {
    Map<String, Destination> places = new LinkedHashMap<>();
    for (Route route : relay.routes()) {
      if (route.isByStream()) {
        List<Destination> own = relay.destinationsOf(route, streams);
        checks.add(byStream(name(route.destination()), own.size()));
        own.stream().limit(MOST).forEach(place -> places.putIfAbsent(name(place), place));
      } else {
        places.putIfAbsent(name(route.destination()), route.destination());
      }
    }
    Destination queue = relay.deadLetters();
    if (queue != null) {
      places.put("dead-letter queue", queue);
    }
    return places;
  }

  private static String name(Destination destination) {
    return "destination " + destination.uri();
  }

  /** Which of them there are is known only by their events. */
  private static Check byStream(String name, int streams) {
    if (streams == 0) {
      return new Check(
          name,
          Verdict.WARN,
          "not checked: no stream is known that leads there",
          "invoke preflight again while one of its streams has events to deliver, or probe with its"
              + " name");
    }
    return Check.ok(
        name,
        "checked for %d of the %d streams that have events to deliver or dead ones"
            .formatted(Math.min(streams, MOST), streams));
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
