package dev.sluice.relay.ops.status;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.ops.status.Gauges.DestinationGauge;
import dev.sluice.relay.ops.status.Gauges.Flow;
import dev.sluice.relay.ops.status.Gauges.LeaseGauge;
import dev.sluice.relay.ops.status.Gauges.StreamGauge;
import dev.sluice.relay.ops.status.Gauges.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One look at everything, as data and as a table for people. */
public record StatusReport(
    List<StreamGauge> streams,
    Map<Place, Flow> flows,
    List<LeaseGauge> leases,
    List<DestinationGauge> destinations,
    Duration sinceLeased,
    OpsConfig routing) {

  /** A stream as one subscription has it. */
  record Place(String subscription, String stream) {}

  public static StatusReport of(Gauges gauges, OpsConfig routing) {
    Map<Place, Flow> flows =
        gauges.flows().stream()
            .collect(
                Collectors.toMap(
                    flow -> new Place(flow.subscription(), flow.stream()), Function.identity()));
    return new StatusReport(
        gauges.streams(),
        flows,
        gauges.leases(),
        gauges.destinations(),
        gauges.sinceLeased(),
        routing);
  }

  /** What waits behind a failure of its key; on destinations without order nothing does. */
  Tally blocked(StreamGauge gauge) {
    if (!routing.ordered(gauge.subscription(), gauge.stream())) {
      return new Tally(0, false);
    }
    Tally failed = gauge.behindFailed();
    Tally dead = gauge.behindDead();
    return routing.blocks(gauge.subscription(), gauge.stream())
        ? new Tally(failed.count() + dead.count(), failed.atLeast() || dead.atLeast())
        : failed;
  }

  /** By stream, all that it has still to be delivered or is dead. */
  public Map<String, Long> owedTo(String subscription) {
    Map<String, Long> owed = new LinkedHashMap<>();
    for (StreamGauge gauge : streams) {
      if (gauge.subscription().equals(subscription)) {
        owed.put(
            gauge.stream(),
            gauge.pending().count() + gauge.failed().count() + gauge.dead().count());
      }
    }
    return owed;
  }

  private String destination(StreamGauge gauge) {
    return routing.destination(gauge.subscription(), gauge.stream());
  }

  private @Nullable Flow flow(StreamGauge gauge) {
    return flows.get(new Place(gauge.subscription(), gauge.stream()));
  }

  private @Nullable DestinationGauge destinationOf(StreamGauge stream) {
    String destination = destination(stream);
    return destinations.stream()
        .filter(gauge -> gauge.subscription().equals(stream.subscription()))
        .filter(gauge -> gauge.destination().equals(destination))
        .findFirst()
        .orElse(null);
  }

  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("action", "status");
    map.put("streams", streams.stream().map(this::stream).toList());
    map.put("destinations", destinations.stream().map(StatusReport::destination).toList());
    map.put("leases", leases.stream().map(StatusReport::lease).toList());
    return map;
  }

  private Map<String, Object> stream(StreamGauge gauge) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("subscription", gauge.subscription());
    map.put("stream", gauge.stream());
    put(map, "pending", gauge.pending());
    put(map, "failed", gauge.failed());
    put(map, "dead", gauge.dead());
    put(map, "blocked", blocked(gauge));
    map.put("oldestPendingSeconds", gauge.oldestPendingSeconds());
    Instant retry = gauge.nextRetryAt();
    map.put("nextRetryAt", retry == null ? null : retry.toString());
    Flow flow = flow(gauge);
    map.put("publishedPerMinute", flow == null ? 0 : flow.perMinute());
    map.put("lagSeconds", flow == null ? null : flow.lagSeconds());
    map.put("destination", destination(gauge));
    DestinationGauge destination = destinationOf(gauge);
    map.put("breakerOpen", destination != null && destination.breakerOpen());
    map.put("paused", gauge.paused() || (destination != null && destination.paused()));
    if (gauge.paused()) {
      map.put("pausedBy", gauge.pausedBy());
      map.put("pauseReason", gauge.pauseReason());
    }
    return map;
  }

  private static void put(Map<String, Object> map, String name, Tally tally) {
    map.put(name, tally.count());
    if (tally.atLeast()) {
      map.put(name + "IsAtLeast", true);
    }
  }

  private static Map<String, Object> destination(DestinationGauge gauge) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("subscription", gauge.subscription());
    map.put("destination", gauge.destination());
    map.put("breakerOpen", gauge.breakerOpen());
    map.put("retryInSeconds", gauge.retryInSeconds());
    map.put("breakerReason", gauge.breakerReason());
    map.put("paused", gauge.paused());
    map.put("pausedBy", gauge.pausedBy());
    map.put("pauseReason", gauge.pauseReason());
    return map;
  }

  private static Map<String, Object> lease(LeaseGauge gauge) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("subscription", gauge.subscription());
    map.put("owner", gauge.owner());
    map.put("shards", gauge.shards());
    map.put("leasedForSeconds", gauge.owner() == null ? null : gauge.leasedForSeconds());
    map.put("crashes", gauge.crashes());
    map.put("suspects", gauge.suspects());
    return map;
  }

  /** {@code +} after a number says that it is at least so many. */
  Table table() {
    Table table =
        new Table(
            "stream", "pending", "failed", "dead", "blocked", "oldest", "/min", "lag", "state");
    for (StreamGauge gauge : streams) {
      Flow flow = flow(gauge);
      table.row(
          name(gauge),
          text(gauge.pending()),
          text(gauge.failed()),
          text(gauge.dead()),
          text(blocked(gauge)),
          gauge.oldestPendingSeconds() + "s",
          flow == null ? "0" : String.valueOf(flow.perMinute()),
          flow == null ? "-" : flow.lagSeconds() + "s",
          state(gauge));
    }
    return table;
  }

  /** With the subscription's name where there are several. */
  private String name(StreamGauge gauge) {
    return several() ? gauge.stream() + " → " + gauge.subscription() : gauge.stream();
  }

  private boolean several() {
    return leases.stream().map(LeaseGauge::subscription).distinct().count() > 1;
  }

  List<String> leaseLines() {
    return leases.stream().map(this::leaseLine).toList();
  }

  private String leaseLine(LeaseGauge lease) {
    String holder =
        lease.owner() == null
            ? "held by nobody"
            : lease.owner() + ", for " + lease.leasedForSeconds() + "s";
    String of = several() ? " of " + lease.subscription() : "";
    return "%d shards%s: %s, %d crashes".formatted(lease.shards(), of, holder, lease.crashes());
  }

  /** For a terminal. */
  public String text() {
    return table().text() + String.join("\n", leaseLines()) + "\n";
  }

  private static String text(Tally tally) {
    return tally.count() + (tally.atLeast() ? "+" : "");
  }

  private String state(StreamGauge gauge) {
    DestinationGauge destination = destinationOf(gauge);
    if (gauge.paused()) {
      return "paused by " + gauge.pausedBy() + ": " + gauge.pauseReason();
    }
    if (destination != null && destination.paused()) {
      return "destination paused by " + destination.pausedBy() + ": " + destination.pauseReason();
    }
    if (destination != null && destination.breakerOpen()) {
      return "breaker open: " + destination.breakerReason();
    }
    return destination(gauge).isEmpty() ? "no route" : "open";
  }
}
