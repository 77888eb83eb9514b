package dev.sluice.relay.testing;

import dev.sluice.emulators.Planted;
import dev.sluice.relay.Relay;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.EventLog;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.lane.RelayListener;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
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
    this(database, settings, log -> log);
  }

  /**
   * @param watched what the lane gets instead of each of its logs
   */
  public TestRelay(
      TestDatabase database, Map<String, String> settings, UnaryOperator<EventLog> watched) {
    Map<String, String> environment = new HashMap<>(DEFAULTS);
    environment.put("SLUICE_DB_URL", database.url());
    environment.putAll(settings);
    RelayConfig config = RelayConfig.parse(environment);
    relay =
        new Relay(
            config,
            subscription ->
                watched.apply(
                    new PostgresLog(
                        database.relaySource(), subscription.name(), config.registration())),
            () -> Publishers.load(new PublisherContext(environment, config.publishTimeout())),
            System::nanoTime,
            TestRelay::random);
  }

  private static RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(42);
  }

  public static String routeTo(String broker) {
    return "[{\"stream\":\"*\",\"destination\":\"fake:" + broker + "\"}]";
  }

  public LaneReport run() {
    return run(Invocation.WHOLE, Duration.ofSeconds(30));
  }

  public LaneReport run(Invocation invocation, Duration remaining) {
    return run(invocation, remaining, RelayListener.NONE);
  }

  public LaneReport run(Invocation invocation, Duration remaining, RelayListener listener) {
    return relay.run(invocation, "test", remaining, listener);
  }

  public CompletableFuture<LaneReport> start(Invocation invocation, Duration remaining) {
    return CompletableFuture.supplyAsync(
        () -> run(invocation, remaining), task -> Thread.ofPlatform().daemon().start(task));
  }

  @Override
  public void close() {
    relay.close();
  }
}
