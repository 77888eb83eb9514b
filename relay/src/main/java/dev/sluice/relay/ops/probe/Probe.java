package dev.sluice.relay.ops.probe;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.probe.ProbeSql.Canary;
import dev.sluice.relay.ops.probe.ProbeSql.Delivery;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.RefusedException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * @throws UndeliveredException if it was not delivered within the seconds
   */
  public Map<String, Object> run(String stream, int seconds, String actor, Deadline deadline) {
    String destination = destination(stream);
    long begin = System.nanoTime();
    Canary canary = sql.append(stream, destination, actor);
    long appended = System.nanoTime();
    Optional<Delivery> delivery = sql.delivery(canary);
    long end = begin + Duration.ofSeconds(seconds).toNanos();
    while (delivery.isEmpty() && System.nanoTime() < end && deadline.pause(LOOK_MILLIS)) {
      delivery = sql.delivery(canary);
    }
    long now = System.nanoTime();
    if (delivery.isEmpty()) {
      throw new UndeliveredException(
          canary.id(), stream, Duration.ofNanos(now - begin), sql.obstacles(canary));
    }
    return answer(canary, delivery.get(), (appended - begin) / MILLION, (now - begin) / MILLION);
  }

  private static Map<String, Object> answer(
      Canary canary, Delivery delivery, long appendMillis, long totalMillis) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", "probe");
    answer.put("stream", canary.stream());
    answer.put("id", canary.id().toString());
    answer.put("delivered", true);
    answer.put("destination", delivery.destination());
    answer.put("receipt", delivery.receipt());
    answer.put("appendMillis", appendMillis);
    answer.put("deliveryMillis", delivery.millis());
    answer.put("totalMillis", totalMillis);
    return answer;
  }

  private String destination(String stream) {
    String destination = config.destination(stream);
    if (destination.isEmpty()) {
      String fault =
          config.relay() == null
              ? "the routes are not known before this is corrected: " + config.routeFault()
              : "no route takes the stream %s; name one that the routes take in 'stream'"
                  .formatted(stream);
      throw new RefusedException("probe", List.of(fault));
    }
    return destination;
  }
}
