package dev.sluice.relay.ops.probe;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.probe.ProbeSql.Canary;
import dev.sluice.relay.ops.probe.ProbeSql.Delivery;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.RefusedException;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Sends one event all the way: the smoke test of a deployment. Consumers of the stream get an event
 * of the type sluice.probe.
 */
public final class Probe {

  public static final String STREAM = "sluice.probe";

  /** Longer than the minute between two invocations of a schedule. */
  public static final int SECONDS = 90;

  private static final long LOOK_MILLIS = 200;
  private static final long MILLION = 1_000_000;

  private final ProbeSql sql;
  private final OpsConfig config;

  public Probe(Session session, OpsConfig config) {
    this.sql = new ProbeSql(session);
    this.config = config;
  }

  /**
   * @throws UndeliveredException if it was not delivered everywhere within the seconds
   */
  public Map<String, Object> run(String stream, int seconds, String actor, Deadline deadline) {
    List<String> subscriptions = subscriptions(stream);
    long begin = System.nanoTime();
    Canary canary = sql.append(stream, actor);
    long appended = System.nanoTime();
    Map<String, Delivery> deliveries = new LinkedHashMap<>();
    look(subscriptions, canary, deliveries);
    long end = begin + Duration.ofSeconds(seconds).toNanos();
    while (deliveries.size() < subscriptions.size()
        && System.nanoTime() < end
        && deadline.pause(LOOK_MILLIS)) {
      look(subscriptions, canary, deliveries);
    }
    long now = System.nanoTime();
    if (deliveries.size() < subscriptions.size()) {
      List<String> obstacles =
          subscriptions.stream()
              .filter(name -> !deliveries.containsKey(name))
              .flatMap(name -> obstacles(name, canary, subscriptions.size() > 1))
              .toList();
      throw new UndeliveredException(canary.id(), stream, Duration.ofNanos(now - begin), obstacles);
    }
    return answer(canary, deliveries, (appended - begin) / MILLION, (now - begin) / MILLION);
  }

  private void look(List<String> subscriptions, Canary canary, Map<String, Delivery> deliveries) {
    for (String name : subscriptions) {
      if (!deliveries.containsKey(name)) {
        sql.delivery(name, canary).ifPresent(delivery -> deliveries.put(name, delivery));
      }
    }
  }

  private Stream<String> obstacles(String name, Canary canary, boolean several) {
    String prefix = several ? name + ": " : "";
    List<String> found = sql.obstacles(name, config.destination(name, canary.stream()), canary);
    return found.isEmpty() && several
        ? Stream.of(prefix + UndeliveredException.UNKNOWN)
        : found.stream().map(obstacle -> prefix + obstacle);
  }

  /** The last delivery counts; where there are several, all of them are listed. */
  private static Map<String, Object> answer(
      Canary canary, Map<String, Delivery> deliveries, long appendMillis, long totalMillis) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", "probe");
    answer.put("stream", canary.stream());
    answer.put("id", canary.id().toString());
    answer.put("delivered", true);
    Delivery last =
        Collections.max(deliveries.values(), Comparator.comparingLong(Delivery::millis));
    answer.putAll(answer(last));
    if (deliveries.size() > 1) {
      Map<String, Object> all = new LinkedHashMap<>();
      deliveries.forEach((name, delivery) -> all.put(name, answer(delivery)));
      answer.put("deliveries", all);
    }
    answer.put("appendMillis", appendMillis);
    answer.put("totalMillis", totalMillis);
    return answer;
  }

  private static Map<String, Object> answer(Delivery delivery) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("destination", delivery.destination());
    answer.put("receipt", delivery.receipt());
    answer.put("deliveryMillis", delivery.millis());
    return answer;
  }

  private List<String> subscriptions(String stream) {
    List<String> names = config.subscriptionsOf(stream);
    if (names.isEmpty()) {
      String fault =
          config.relay() == null
              ? "the routes are not known before this is corrected: " + config.routeFault()
              : "no route takes the stream %s; name one that the routes take in 'stream'"
                  .formatted(stream);
      throw new RefusedException("probe", List.of(fault));
    }
    return names;
  }
}
