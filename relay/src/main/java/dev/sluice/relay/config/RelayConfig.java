package dev.sluice.relay.config;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All that the relay can be told, parsed once.
 *
 * @param name tells this outbox from others in metrics and logs
 * @param deadLetters the queue that gets a copy of what is dead; null if there is none
 * @param batch events read at once
 * @param retention how long delivered events are kept
 * @param lease how long a shard stays ours without word from us
 * @param publishTimeout how long one call to a destination may take
 * @param orphanGrace how long nobody must have held another lane's shard before this lane takes it
 * @param metricsByStream whether each stream has metrics of its own
 */
public record RelayConfig(
    String name,
    DatabaseConfig database,
    List<Route> routes,
    @Nullable Destination deadLetters,
    Mode mode,
    int batch,
    Duration retention,
    Duration lease,
    Duration publishTimeout,
    Duration orphanGrace,
    boolean metricsByStream,
    Map<String, String> environment) {

  public static final String ROUTES = "SLUICE_ROUTES";

  static final Set<String> KNOWN =
      Set.of(
          OutboxName.SETTING,
          "SLUICE_DB_URL",
          "SLUICE_DB_USER",
          "SLUICE_DB_AUTH",
          "SLUICE_DB_SECRET_ARN",
          "SLUICE_DB_PASSWORD",
          ROUTES,
          "SLUICE_MODE",
          "SLUICE_BATCH",
          "SLUICE_RETRY",
          "SLUICE_MAX_ATTEMPTS",
          "SLUICE_RETENTION",
          "SLUICE_DLQ_URL",
          "SLUICE_LEASE",
          "SLUICE_PUBLISH_TIMEOUT",
          "SLUICE_ORPHAN_GRACE",
          MetricDimensions.SETTING);

  static final int MOST_ATTEMPTS = 1000;

  private static final RetryPolicy DEFAULT_RETRY = RetryPolicyText.parse("2s..10m x2 ±20%");

  public RelayConfig {
    routes = List.copyOf(routes);
    environment = Map.copyOf(environment);
  }

  /** Throws a {@link ConfigurationException} that names everything that is wrong. */
  public static RelayConfig parse(Map<String, String> environment) {
    return parse(environment, ROUTES);
  }

  /**
   * @param routesName by which the message names the routes, where they come from elsewhere
   */
  public static RelayConfig parse(Map<String, String> environment, String routesName) {
    Settings settings = new Settings(environment);
    Duration lease = settings.parsed("SLUICE_LEASE", Duration.ofSeconds(30), DurationText::parse);
    Duration publishTimeout =
        settings.parsed("SLUICE_PUBLISH_TIMEOUT", Duration.ofSeconds(10), DurationText::parse);
    if (!publishTimeout.isPositive() || publishTimeout.multipliedBy(2).compareTo(lease) > 0) {
      settings.fault(
          "SLUICE_PUBLISH_TIMEOUT",
          "must be longer than 0 and at most half of SLUICE_LEASE, or a lease may run out while an"
              + " event is being published");
    }
    if (lease.compareTo(Duration.ofMinutes(4)) > 0) {
      settings.fault(
          "SLUICE_LEASE",
          "must be at most 4m, so that a FIFO destination's 5 minutes of deduplication cover the"
              + " replay after a crash");
    }
    Publishers publishers = Publishers.load(new PublisherContext(environment, publishTimeout));
    settings.refuseUnknown("SLUICE_", known(publishers));
    RelayConfig config =
        new RelayConfig(
            OutboxName.read(settings),
            DatabaseConfig.read(settings),
            routes(settings, routesName, publishers),
            deadLetters(settings, publishers),
            settings.choice("SLUICE_MODE", Mode.LOOP),
            settings.number("SLUICE_BATCH", 1000, 1, 10_000),
            retention(settings),
            lease,
            publishTimeout,
            settings.parsed(
                "SLUICE_ORPHAN_GRACE", Duration.ofMinutes(2), text -> DurationText.upTo(1, text)),
            MetricDimensions.byStream(settings),
            environment);
    settings.throwIfFaulty();
    return config;
  }

  /** How long delivered events are kept. */
  public static Duration retention(Settings settings) {
    return settings.parsed(
        "SLUICE_RETENTION", Duration.ofDays(7), text -> DurationText.upTo(3650, text));
  }

  /** Every setting that the relay or a publisher understands. */
  static Set<String> known(Publishers publishers) {
    Set<String> known = new HashSet<>(KNOWN);
    known.addAll(publishers.settings());
    return known;
  }

  private static @Nullable Destination deadLetters(Settings settings, Publishers publishers) {
    String url = settings.find("SLUICE_DLQ_URL");
    if (url == null) {
      return null;
    }
    Destination queue = new Destination("sqs", url, Format.RAW, false);
    publishers.faults(queue).forEach(problem -> settings.fault("SLUICE_DLQ_URL", problem));
    if (publishers.keepsOrder(queue)) {
      settings.fault(
          "SLUICE_DLQ_URL",
          "names a FIFO queue, which would swallow the second copy of an event that dies twice"
              + " within 5 minutes; use a standard queue");
    }
    return queue;
  }

  private static List<Route> routes(Settings settings, String name, Publishers publishers) {
    RetryPolicy retry = settings.parsed("SLUICE_RETRY", DEFAULT_RETRY, RetryPolicyText::parse);
    int maxAttempts = settings.number("SLUICE_MAX_ATTEMPTS", 5, 1, MOST_ATTEMPTS);
    Consumer<String> faults = problem -> settings.fault(name, problem);
    String text = settings.find(ROUTES);
    if (text == null) {
      faults.accept("is missing; set it to a JSON list such as " + RouteText.EXAMPLE);
      return List.of();
    }
    return RouteText.parse(text, retry, maxAttempts, publishers, faults);
  }

  /** The routes by their names. */
  public List<Subscription> subscriptions() {
    return Subscription.of(routes);
  }

  /** The same as the database has it. */
  public String registration() {
    return Subscription.registration(subscriptions());
  }

  /** Where those of the streams go that take the route, which has a destination for each. */
  public List<Destination> destinationsOf(Route route, List<String> streams) {
    return subscriptions().stream()
        .filter(each -> each.name().equals(route.name()))
        .flatMap(each -> each.destinationsOf(route, streams).stream())
        .toList();
  }

  /** Without the environment, which may hold a secret. */
  @Override
  public String toString() {
    return "RelayConfig[%s, %s, %s, deadLetters=%s, %s, batch=%d, retention=%s, lease=%s, publishTimeout=%s, orphanGrace=%s, metricsByStream=%s]"
        .formatted(
            name,
            database,
            routes,
            deadLetters,
            mode,
            batch,
            retention,
            lease,
            publishTimeout,
            orphanGrace,
            metricsByStream);
  }
}
