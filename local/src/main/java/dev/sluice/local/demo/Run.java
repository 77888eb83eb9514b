package dev.sluice.local.demo;

import dev.sluice.local.FunctionName;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A demo from its first order to its last. */
final class Run implements AutoCloseable {

  private final Context context;
  private final Scenario scenario;
  private final long start = System.nanoTime();

  Run(
      Surroundings surroundings,
      DemoOptions options,
      LogTail log,
      Consumer<String> announce,
      CountDownLatch ended)
      throws SQLException {
    Shop shop = Shop.open(surroundings.services().postgres());
    OrderService orders =
        new OrderService(
            shop, surroundings.places(), options.events() - Acts.ORDERS, options.duration());
    context =
        new Context(
            surroundings,
            shop,
            orders,
            new Receipts(),
            new Latencies(),
            new RelaySchedule(surroundings, log),
            surroundings.function(FunctionName.OPS, log).build(),
            new OutboxGauge(surroundings.services().postgres()),
            new Timeline(options.duration(), ended));
    scenario = new Scenario(new Acts(context), announce);
  }

  /**
   * @param transport carries what arrives to the consumers; tests give one that is at fault
   */
  void start(UnaryOperator<Consumer<Arrival>> transport) {
    context.relay().start();
    context.surroundings().consume(transport.apply(this::accept));
    Thread.ofPlatform().daemon().name("acts").start(scenario::play);
  }

  private void accept(Arrival arrival) {
    if (context.receipts().add(arrival)) {
      context
          .orders()
          .committedAt(arrival.id())
          .ifPresent(committed -> context.latencies().add(committed, arrival.nanoTime()));
    }
  }

  /** All acts are played, or one has failed, and the last order is placed. */
  boolean over() {
    context.orders().throwIfFailed();
    return scenario.failure().isPresent() || (scenario.played() && context.orders().finished());
  }

  Context context() {
    return context;
  }

  Scenario scenario() {
    return scenario;
  }

  Snapshot snapshot() throws SQLException {
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
