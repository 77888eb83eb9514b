package dev.sluice.relay.log;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.config.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes down which subscriptions there are, and which streams they take. */
final class SubscribeSql {

  private static final String ALL = "%";

  private SubscribeSql() {}

  /**
   * One statement. Names and patterns stand in it as a literal: a lease takes no more parameters.
   */
  static String of(List<Subscription> subscriptions) {
    if (subscriptions.isEmpty()) {
      return "SELECT;";
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Subscription subscription : subscriptions) {
      boolean alone = subscriptions.size() == 1;
      if (alone || subscription.keepsUnrouted()) {
        rows.add(row(subscription, ALL, !alone));
      }
      if (!alone) {
        subscription.routes().stream()
            .map(Route::like)
            .distinct()
            .forEach(like -> rows.add(row(subscription, like, false)));
      }
    }
    try {
      String json = JSON.std.asString(rows);
      return "SELECT outbox.subscribe(E'%s');"
          .formatted(json.replace("\\", "\\\\").replace("'", "''"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> row(Subscription owner, String streams, boolean unrouted) {
    return Map.of(
        "name",
        owner.name(),
        "retained",
        owner.retained(),
        "streams",
        streams,
        "unrouted",
        unrouted);
  }
}
