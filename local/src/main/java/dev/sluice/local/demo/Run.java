package dev.sluice.local.demo;

import dev.sluice.local.FunctionName;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Ledger;
import dev.sluice.local.orders.LogTail;
import dev.sluice.local.orders.OrderService;
import dev.sluice.local.orders.OutboxGauge;
import dev.sluice.local.orders.Receipts;
import dev.sluice.local.orders.RelaySchedule;
import dev.sluice.local.orders.Shop;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A demo from its first order to the count of what arrived. */
final class Run implements AutoCloseable {

  private static final long FRAME = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  /** When nothing has arrived for so long, nothing more will. */
  private static final long QUIET = TimeUnit.SECONDS.toNanos(4);

  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Context context;
  private final Scenario scenario;
  private final Retries retries = new Retries();
  private final long start = System.nanoTime();

  Run(
      Surroundings surroundings,
      DemoOptions options,
      LogTail log,
      Consumer<String> announce,
      CountDownLatch ended)
      throws SQLException {
    Latencies latencies = new Latencies();
    Shop shop = Shop.open(surroundings.services().postgres());
    OrderService orders =
        new OrderService(shop, surroundings.places(), load(options), latencies::committing);
    context =
        new Context(
            surroundings,
            shop,
            orders,
            new Receipts(),
            latencies,
            relay(surroundings, log),
            surroundings.function(FunctionName.OPS, log::add).build(),
            new OutboxGauge(surroundings.services().postgres()),
            new Timeline(options.duration(), ended));
    scenario = new Scenario(new Acts(context), announce);
  }

  private static OrderService.Load load(DemoOptions options) {
    return new OrderService.Load(
        options.events() - Acts.ORDERS, options.duration(), Acts.CUSTOMERS, 1);
  }

  private RelaySchedule relay(Surroundings surroundings, LogTail log) {
    Consumer<String> lines =
        line -> {
          log.add(line);
          retries.read(line);
        };
    return new RelaySchedule(
        surroundings.function(FunctionName.RELAY, lines).timeout(TIMEOUT).build(),
        0,
        1,
        _ -> {},
        lines);
  }

  /**
   * Shows a picture a few times a second.
   *
   * @param transport carries what arrives to the consumers; tests give one that is at fault
   */
  Outcome play(UnaryOperator<Consumer<Arrival>> transport, Consumer<Snapshot> show)
      throws Exception {
    show.accept(snapshot());
    context.relay().start();
    context.surroundings().consume(transport.apply(this::accept));
    Thread.ofPlatform().daemon().name("acts").start(scenario::play);
    while (!over()) {
      frame(show);
    }
    settle(show);
    Outcome outcome = outcome();
    show.accept(outcome.last());
    return outcome;
  }

  private void accept(Arrival arrival) {
    if (context.receipts().add(arrival)) {
      context.latencies().arrived(arrival);
    }
  }

  /** All acts are played, or one has failed, and the last order is placed. */
  private boolean over() {
    context.orders().throwIfFailed();
    return scenario.failure().isPresent() || (scenario.played() && context.orders().finished());
  }

  private void frame(Consumer<Snapshot> show) throws Exception {
    show.accept(snapshot());
    context.timeline().pause(FRAME);
  }

  /** Until nothing is owed and everything has arrived, or there is no point in waiting. */
  private void settle(Consumer<Snapshot> show) throws Exception {
    long begin = System.nanoTime();
    long quietSince = begin;
    int arrived = 0;
    boolean settled = false;
    while (!settled) {
      frame(show);
      long now = System.nanoTime();
      if (context.receipts().distinct() != arrived) {
        arrived = context.receipts().distinct();
        quietSince = now;
      }
      OutboxGauge.Level level = context.gauge().look();
      boolean complete = arrived + level.dead() >= context.orders().appended();
      boolean quiet = now - quietSince > QUIET;
      settled = now - begin > PATIENCE || (level.owed() == 0 && (complete || quiet));
    }
  }

  private Outcome outcome() throws SQLException {
    context.orders().close();
    // First what is owed: what is delivered in between would otherwise be nowhere.
    Map<String, String> owed = context.gauge().owed();
    List<String> committed = context.shop().committed();
    return new Outcome(
        Ledger.balance(
            committed, context.orders().rolledBack(), context.receipts().received(), owed),
        snapshot(),
        context.latencies().calm(),
        retries.count(),
        context.relay().function().starts(),
        context.relay().invocations(),
        scenario.failure().or(() -> miscount(committed)));
  }

  private Optional<String> miscount(List<String> committed) {
    int counted = context.orders().appended();
    return new HashSet<>(committed).size() == counted
        ? Optional.empty()
        : Optional.of(
            "the application counts %d orders, its table %d".formatted(counted, committed.size()));
  }

  private Snapshot snapshot() throws SQLException {
    long now = System.nanoTime();
    OrderService orders = context.orders();
    Receipts receipts = context.receipts();
    RelaySchedule relay = context.relay();
    return new Snapshot(
        TimeUnit.NANOSECONDS.toSeconds(now - start),
        orders.appended(),
        orders.rolledBack(),
        receipts.distinct(),
        receipts.duplicates(),
        receipts.reordered(),
        retries.count(),
        context.gauge().latest(),
        context.latencies().lately(now),
        context.latencies().history(now),
        placeCounts(),
        scenario.entries(),
        "relay: invocation %d, process %d"
            .formatted(relay.invocations(), Math.max(1, relay.function().starts())));
  }

  private List<Snapshot.PlaceCount> placeCounts() {
    return context.surroundings().places().stream()
        .map(
            place ->
                new Snapshot.PlaceCount(
                    place.label(),
                    context.orders().appended(place),
                    context.receipts().at(place),
                    place.ordered()))
        .toList();
  }

  @Override
  public void close() throws SQLException {
    context.orders().close();
    context.relay().close();
    context.operator().close();
    context.gauge().close();
  }
}
