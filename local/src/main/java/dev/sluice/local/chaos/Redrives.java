package dev.sluice.local.chaos;

import static dev.sluice.local.chaos.Disturbances.now;

import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.Json;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalPostgres;
import dev.sluice.local.orders.OrderService;
import dev.sluice.local.orders.Place;
import dev.sluice.local.orders.Receipts;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** An event that its topic does not take dies; the topic is changed, and an operator redrives. */
final class Redrives implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PAUSE_MILLIS = 250;
  private static final String DEAD =
      "SELECT count(*) FROM outbox.held WHERE status = 'DEAD' AND stream = '%s'";
  private static final String REDRIVE =
      "{\"action\":\"redrive\",\"stream\":\"%s\",\"confirm\":true,\"actor\":\"chaos\","
          + "\"reason\":\"the topic takes larger messages now\"}";

  private final ChaosServices services;
  private final OrderService orders;
  private final Receipts receipts;
  private final Disturbances disturbances;
  private final RandomGenerator random;
  private final LocalLambda operator;

  Redrives(
      ChaosServices services,
      OrderService orders,
      Receipts receipts,
      Disturbances disturbances,
      RandomGenerator random,
      Consumer<String> log) {
    this.services = services;
    this.orders = orders;
    this.receipts = receipts;
    this.disturbances = disturbances;
    this.random = random;
    this.operator =
        services.function(
            FunctionName.OPS, "ops", services.openProxyToDatabase(), TIMEOUT, Duration.ZERO, log);
  }

  /** The topic takes everything for as long as the redriven event needs. */
  void redrive(int customers) throws Exception {
    Place place = ChaosServices.PLACES.get(random.nextInt(ChaosServices.PLACES.size()));
    String customer = "customer-" + (1 + random.nextInt(customers));
    long from = now();
    String[] id = new String[1];
    patiently(
        "an order",
        () -> {
          id[0] = orders.place(place, customer, ChaosServices.tooLong());
          return true;
        });
    patiently("a dead event", () -> dead(place) > 0);
    patiently(
        "a redrive",
        () -> {
          services.limit(place, true);
          return moved(place) > 0 || receipts.has(id[0]);
        });
    patiently("its arrival", () -> receipts.has(id[0]));
    patiently(
        "a limit",
        () -> {
          services.limit(place, false);
          return true;
        });
    disturbances.add(Fault.REDRIVE, from, now(), 0, "of " + place.stream());
  }

  /** At the end: what is dead for crashes that it had no part in. Returns how many there were. */
  long redriveAll() throws Exception {
    long moved = 0;
    for (Place place : ChaosServices.PLACES) {
      services.limit(place, true);
      moved += dead(place) > 0 ? moved(place) : 0;
    }
    return moved;
  }

  /** What is broken meanwhile comes back. */
  private static void patiently(String expected, Callable<Boolean> happened) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        if (happened.call()) {
          return;
        }
      } catch (SQLException | IllegalStateException e) {
        // The database or the broker is away.
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException("redrive: " + expected + " does not come");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private long dead(Place place) throws SQLException {
    try (Connection connection = services.postgres().connect(LocalPostgres.OPERATOR);
        var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(DEAD.formatted(place.stream()))) {
      row.next();
      return row.getLong(1);
    }
  }

  private long moved(Place place) throws IOException {
    Answer answer = operator.invokeAndWait(REDRIVE.formatted(place.stream()));
    return answer instanceof Answer.Answered(String json, var _)
            && Json.fields(json).get("affected") instanceof Number affected
        ? affected.longValue()
        : 0;
  }

  @Override
  public void close() {
    operator.close();
  }
}
