package dev.sluice.local.demo;

import dev.sluice.local.FunctionName;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Everybody at work: the application, the relay, its consumers, and what befalls them. */
final class Performance implements AutoCloseable {

  private final Surroundings surroundings;
  private final Shop shop;
  private final OrderService orders;
  private final Traffic traffic;
  private final RelaySchedule relay;
  private final OperatorDesk operator;
  private final OutboxGauge gauge;
  private final Playbill playbill;
  private final Timeline timeline;
  private final long start = System.nanoTime();

  Performance(
      Surroundings surroundings,
      DemoOptions options,
      LogTail log,
      Consumer<String> announce,
      CountDownLatch curtain)
      throws SQLException {
    this.surroundings = surroundings;
    shop = Shop.open(surroundings.stack().postgres(), surroundings.places());
    int byLoad = options.events() - Playbill.ORDERS_OF_THE_ACTS;
    orders = new OrderService(shop, surroundings.places(), byLoad, options.duration());
    traffic = new Traffic(orders);
    relay = new RelaySchedule(surroundings.environment(FunctionName.RELAY), log);
    operator = new OperatorDesk(surroundings.environment(FunctionName.OPS), log);
    gauge = new OutboxGauge(surroundings.stack().postgres());
    playbill = new Playbill(announce);
    timeline = new Timeline(options.duration(), curtain);
  }

  void start() {
    orders.start();
    relay.start();
    surroundings.consume(Tampering.on(traffic::accept, System.getProperty(Tampering.PROPERTY, "")));
    Thread.ofPlatform().daemon().name("acts").start(() -> playbill.play(stage()));
  }

  private Stage stage() {
    return new Stage(
        surroundings.stack().kafka(),
        relay,
        operator,
        orders,
        gauge,
        traffic,
        surroundings.places(),
        timeline,
        playbill::say);
  }

  /** The acts are played, or one has failed, and the last order is placed. */
  boolean over() {
    orders.throwIfFailed();
    return playbill.failure() != null || (playbill.played() && orders.finished());
  }

  Shop shop() {
    return shop;
  }

  OrderService orders() {
    return orders;
  }

  Traffic traffic() {
    return traffic;
  }

  OutboxGauge gauge() {
    return gauge;
  }

  Playbill playbill() {
    return playbill;
  }

  RelaySchedule relay() {
    return relay;
  }

  long seconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
  }

  Snapshot snapshot() {
    long now = System.nanoTime();
    Receipts receipts = traffic.receipts();
    return new Snapshot(
        seconds(),
        orders.appended(),
        orders.rolledBack(),
        receipts.distinct(),
        receipts.duplicates(),
        receipts.reordered(),
        gauge.latest(),
        traffic.latencies().lately(now),
        Snapshot.boxed(traffic.latencies().history(now)),
        placeCounts(),
        playbill.entries(),
        "relay: invocation %d, process %d"
            .formatted(relay.invocations(), Math.max(1, relay.processes())));
  }

  private List<Snapshot.PlaceCount> placeCounts() {
    return surroundings.places().stream()
        .map(
            place ->
                new Snapshot.PlaceCount(
                    place.label(),
                    orders.appended(place),
                    traffic.receipts().at(place),
                    place.ordered()))
        .toList();
  }

  @Override
  public void close() {
    orders.close();
    relay.close();
    operator.close();
    gauge.close();
  }
}
