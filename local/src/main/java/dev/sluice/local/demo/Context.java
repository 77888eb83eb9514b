package dev.sluice.local.demo;

import dev.sluice.local.LocalKafka;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.orders.OrderService;
import dev.sluice.local.orders.OutboxGauge;
import dev.sluice.local.orders.Place;
import dev.sluice.local.orders.Receipts;
import dev.sluice.local.orders.RelaySchedule;
import dev.sluice.local.orders.Shop;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The parts of a running demo: the application, the relay, its consumers and its operator. */
record Context(
    Surroundings surroundings,
    Shop shop,
    OrderService orders,
    Receipts receipts,
    Latencies latencies,
    RelaySchedule relay,
    LocalLambda operator,
    OutboxGauge gauge,
    Timeline timeline) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 50;

  LocalKafka kafka() {
    return surroundings.services().kafka();
  }

  Place firstPlace() {
    return surroundings.places().getFirst();
  }

  /** One more, now, at the first place. Returns the event's id. */
  String order(String note) throws SQLException {
    return orders.place(firstPlace(), "customer-1", note);
  }

  void awaitArrival(String id) throws Exception {
    await("the arrival of event " + id, () -> receipts.has(id));
  }

  /** Looks again and again; fails when it takes too long. */
  void await(String expected, Callable<Boolean> happened) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!happened.call()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(expected + ": not within " + PATIENCE.toSeconds() + " s");
      }
      timeline.pause(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
  }
}
