package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** A real log, lanes that drain it, and a scripted broker. */
public final class DrainedDatabase implements AutoCloseable {

  private static final Duration REMAINING = Duration.ofSeconds(60);
  private static final int MOST_RUNS = 500;
  private static final int MOST = BlockedKeys.MOST_OF_STREAM;
  private static final String APPEND =
      """
      INSERT INTO outbox.event (stream, event_type, partition_key, payload)
      SELECT 's' || (i / 7) %% %d, 'T', 'k' || i %% %d, '{}' FROM generate_series(1, %d) i
      """;
  private static final String LEDGER = "(SELECT unnest(seqs) AS seq FROM outbox.delivery)";
  private static final String UNACCOUNTED =
      "SELECT seq FROM outbox.event EXCEPT SELECT seq FROM "
          + LEDGER
          + " l EXCEPT SELECT seq FROM outbox.held";
  private static final String TWICE =
      "SELECT seq FROM (SELECT seq FROM "
          + LEDGER
          + " l UNION ALL SELECT seq FROM outbox.held) a GROUP BY seq HAVING count(*) > 1";

  public final TestDatabase database = new TestDatabase();
  public final FakeBroker broker = FakeBroker.named(database.name());
  private final String streams;
  private final String letters;
  private String options;
  private Runnable beforeNames = () -> {};

  public DrainedDatabase() {
    this("*", "", "");
  }

  /**
   * @param streams a pattern, the only one with a route
   * @param options of the route, such as {@code ,"onDead":"BLOCK"}
   * @param letters the fake broker that takes dead letters; empty for none
   */
  DrainedDatabase(String streams, String options, String letters) {
    this.streams = streams;
    this.letters = letters;
    this.options = options;
  }

  private RelayConfig config(Map<String, String> settings) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "SLUICE_ROUTES",
                "[{\"stream\":\"%s\",\"destination\":\"fake:%s\"%s}]"
                    .formatted(streams, database.name(), options),
                "SLUICE_MODE",
                "DRAIN",
                "SLUICE_RETRY",
                "300ms..300ms x1",
                "SLUICE_MAX_ATTEMPTS",
                "3"));
    environment.putAll(settings);
    RelayConfig parsed = RelayConfig.parse(Environments.with(environment));
    return letters.isEmpty() ? parsed : DeadLetterQueues.with(parsed, "fake:" + letters);
  }

  /** The next runs have a route with these options. */
  void route(String changed) {
    options = changed;
  }

  /** Each time before a careful lane's names are written. */
  void beforeNames(Runnable action) {
    beforeNames = action;
  }

  private EventLog naming(EventLog log) {
    return (EventLog)
        Proxy.newProxyInstance(
            EventLog.class.getClassLoader(),
            new Class<?>[] {EventLog.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("name")) {
                beforeNames.run();
              }
              try {
                return method.invoke(log, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  public void append(int streams, int keys, int events) {
    database.execute(APPEND.formatted(streams, keys, events));
  }

  public void append(String stream, String key, String columns, String values) {
    database.execute(
        "INSERT INTO outbox.event (stream, event_type, partition_key%s) VALUES ('%s', 'T', '%s'%s)"
            .formatted(columns, stream, key, values));
  }

  public void append(String stream, String key) {
    append(stream, key, ", payload", ", '{}'");
  }

  public LaneReport run(String owner) {
    return run(owner, RelayListener.NONE);
  }

  LaneReport run(String owner, RelayListener listener) {
    return run(owner, listener, MOST, System::nanoTime, Map.of(), REMAINING);
  }

  LaneReport run(String owner, int mostBlocked) {
    return run(owner, RelayListener.NONE, mostBlocked, System::nanoTime, Map.of(), REMAINING);
  }

  LaneReport run(String owner, Map<String, String> settings, Duration remaining) {
    return run(owner, RelayListener.NONE, MOST, System::nanoTime, settings, remaining);
  }

  /** In the mode LOOP, until the condition holds. */
  LaneReport loop(RelayListener listener, BooleanSupplier done) {
    Map<String, String> loop = Map.of("SLUICE_MODE", "LOOP");
    return run("lane", listener, MOST, new LoopClock(done), loop, LoopClock.REMAINING);
  }

  private LaneReport run(
      String owner,
      RelayListener listener,
      int mostBlocked,
      LongSupplier clock,
      Map<String, String> settings,
      Duration remaining) {
    RelayConfig config = config(settings);
    PublisherContext context = new PublisherContext(config.environment(), config.publishTimeout());
    try (PostgresLog reader = database.log();
        PostgresLog settler = database.log();
        Publishers publishers = Publishers.load(context)) {
      Tasks tasks = new Tasks(reader, naming(settler));
      Lane lane =
          new Lane(
              config,
              config.subscriptions().getFirst(),
              new Peers(),
              tasks,
              publishers,
              clock,
              new Random(1),
              Invocation.WHOLE,
              owner,
              mostBlocked);
      return lane.run(remaining, listener);
    }
  }

  /** One lane after the other, until nothing waits for a retry. */
  public void runUntilSettled() {
    int runs = 0;
    do {
      run("lane");
    } while (runs++ < MOST_RUNS
        && !database.rows("SELECT seq FROM outbox.held WHERE status <> 'DEAD'").isEmpty());
  }

  /** Each event is in the ledger or in outbox.held, and once. */
  public void assertAccounted() {
    assertThat(database.rows(UNACCOUNTED)).isEmpty();
    assertThat(database.rows(TWICE)).isEmpty();
  }

  List<Long> deliveredOf(String stream, String key) {
    return broker.delivered().stream()
        .filter(message -> message.stream().equals(stream) && message.key().equals(key))
        .map(OutboxMessage::seq)
        .toList();
  }

  void assertDeliveredOnceAndInOrder() {
    Map<EventKey, List<Long>> byKey =
        broker.delivered().stream()
            .collect(
                Collectors.groupingBy(
                    message -> new EventKey(message.stream(), message.key()),
                    Collectors.mapping(OutboxMessage::seq, Collectors.toList())));
    assertThat(byKey.values())
        .allSatisfy(seqs -> assertThat(seqs).isSorted().doesNotHaveDuplicates());
  }

  List<String> held() {
    return database.rows(
        "SELECT partition_key || ' ' || status || ' ' || retry_count || ' ' || coalesce(last_error_code, '-') FROM outbox.held ORDER BY seq");
  }

  @Override
  public void close() {
    database.close();
  }
}
