package dev.sluice.relay.testing;

import dev.sluice.emulators.Planted;
import dev.sluice.relay.Invocation;
import dev.sluice.relay.Outbox;
import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.Relay;
import dev.sluice.relay.RelayReport;
import dev.sluice.relay.RelayWatch;
import dev.sluice.relay.Settlement;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.postgres.OutboxStore;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The relay on a real PostgreSQL, configured as a function would be. */
public final class TestRelay implements AutoCloseable {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "SLUICE_DB_USER", "outbox_relay",
          "SLUICE_DB_AUTH", "password",
          "SLUICE_DB_PASSWORD", Planted.PASSWORD,
          "SLUICE_MODE", "DRAIN",
          "SLUICE_LEASE", "6s",
          "SLUICE_PUBLISH_TIMEOUT", "2s");

  private final Relay relay;

  public TestRelay(TestDatabase database, Map<String, String> settings) {
    this(database, settings, ignored -> {}, ignored -> {});
  }

  /** What is to happen just before each read, and just after each settle. */
  public TestRelay(
      TestDatabase database,
      Map<String, String> settings,
      Consumer<ReadRequest> beforeRead,
      Consumer<List<Settlement>> afterSettle) {
    Map<String, String> environment = new HashMap<>(DEFAULTS);
    environment.put("SLUICE_DB_URL", database.url());
    environment.putAll(settings);
    RelayConfig config = RelayConfig.parse(environment);
    relay =
        new Relay(
            config,
            watched(database, config, beforeRead, ignored -> {}),
            watched(database, config, ignored -> {}, afterSettle),
            Publishers.load(new PublisherContext(environment, config.publishTimeout())),
            System::nanoTime,
            TestRelay::random);
  }

  private static Outbox watched(
      TestDatabase database,
      RelayConfig config,
      Consumer<ReadRequest> beforeRead,
      Consumer<List<Settlement>> afterSettle) {
    OutboxStore outbox = new OutboxStore(database.relaySource(), config.archives());
    return new WatchedOutbox(outbox, beforeRead, afterSettle);
  }

  private static RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(42);
  }

  public static String routeTo(String broker) {
    return "[{\"stream\":\"*\",\"destination\":\"fake:" + broker + "\"}]";
  }

  public RelayReport run() {
    return run(new Invocation(null, false), Duration.ofSeconds(30));
  }

  public RelayReport run(Invocation invocation, Duration remaining) {
    return run(invocation, remaining, RelayWatch.NONE);
  }

  public RelayReport run(Invocation invocation, Duration remaining, RelayWatch watch) {
    return relay.run(invocation, "test", remaining, watch);
  }

  public CompletableFuture<RelayReport> start(Invocation invocation, Duration remaining) {
    return CompletableFuture.supplyAsync(
        () -> run(invocation, remaining), task -> Thread.ofPlatform().daemon().start(task));
  }

  @Override
  public void close() {
    relay.close();
  }
}
