package dev.sluice.local.demo;

import dev.sluice.local.LocalKafka;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** What the acts have at hand. */
record Stage(
    LocalKafka kafka,
    RelaySchedule relay,
    OperatorDesk operator,
    OrderService orders,
    OutboxGauge gauge,
    Traffic traffic,
    List<Place> places,
    Timeline timeline,
    Consumer<String> say) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 50;

  void say(String sentence) {
    say.accept(sentence);
  }

  void until(double part) throws InterruptedException {
    timeline.until(part);
  }

  /** One more, of the first place's. Returns the event's id. */
  String order(String note) throws SQLException {
    return orders.place(places.getFirst(), "customer-2", note);
  }

  void awaitArrival(String id) throws InterruptedException {
    await("the arrival of event " + id, () -> traffic.receipts().has(id));
  }

  /** Looks again and again; fails when it takes too long. */
  void await(String what, BooleanSupplier happened) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!happened.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(what + ": not within " + PATIENCE.toSeconds() + " s");
      }
      timeline.pause(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
  }
}
