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
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** An event that its topic does not take dies; the topic is changed, and an operator redrives. */
final class Redrives implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String DEAD =
      "SELECT count(*) FROM outbox.held WHERE status = 'DEAD' AND stream = '%s'";
  private static final String REDRIVE =
      "{\"action\":\"redrive\",\"stream\":\"%s\",\"confirm\":true,\"actor\":\"chaos\","
          + "\"reason\":\"the topic takes larger messages now\"}";

  private final ChaosServices services;
  private final OrderService orders;
  private final Receipts receipts;
  private final Disturbances disturbances;
  private final int customers;
  private final RandomGenerator random;
  private final LocalLambda operator;

  Redrives(
      ChaosServices services,
      OrderService orders,
      Receipts receipts,
      Disturbances disturbances,
      int customers,
      RandomGenerator random,
      Consumer<String> log) {
    this.services = services;
    this.orders = orders;
    this.receipts = receipts;
    this.disturbances = disturbances;
    this.customers = customers;
    this.random = random;
    this.operator =
        services.function(
            FunctionName.OPS, "ops", services.openProxyToDatabase(), TIMEOUT, Duration.ZERO, log);
  }

  /** The topic takes everything for as long as the redriven event needs. */
  void redrive() throws Exception {
    Place place = ChaosServices.PLACES.get(random.nextInt(ChaosServices.PLACES.size()));
    String customer = "customer-" + (1 + random.nextInt(customers));
    long from = now();
    String[] id = new String[1];
    Patience.await(
        "an order that is too large",
        () -> {
          id[0] = orders.place(place, customer, ChaosServices.tooLong());
          return true;
        });
    Patience.await("its death", () -> dead(place) > 0);
    Patience.await("a higher limit", () -> limit(place, true));
    Patience.await(
        "its arrival",
        () -> {
          // Again if it died again: the broker may be slow to learn of the limit.
          long unused = dead(place) > 0 ? moved(place) : 0;
          return receipts.has(id[0]);
        });
    Patience.await("the limit of before", () -> limit(place, false));
    disturbances.add(Fault.REDRIVE, from, 0, "of " + place.stream());
  }

  private boolean limit(Place place, boolean high) {
    services.limit(place, high);
    return true;
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
