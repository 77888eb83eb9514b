package dev.sluice.local.relay;

import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** An outbox with one destination, and a lane that drains it again and again. */
final class DrainedLog implements AutoCloseable {

  private static final Duration GENEROUS = Duration.ofMinutes(2);

  private final OutboxStack outbox = OutboxStack.shared();
  private final LocalLambda lane;

  DrainedLog(String destination, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("SLUICE_LEASE", "20s");
    settings.put("SLUICE_PUBLISH_TIMEOUT", "4s");
    settings.put(
        "SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"%s\"}]".formatted(destination));
    lane = outbox.lane("drained", settings, List.of(), Duration.ofSeconds(30));
  }

  void append(int keys, int eventsOfEach) {
    outbox.execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        SELECT 'orders', 'T', 'key-' || k, '{}' FROM generate_series(1, %d) i, generate_series(1, %d) k
        """
            .formatted(eventsOfEach, keys));
  }

  void append(String key) {
    outbox.execute("SELECT outbox.append('orders', 'T', '{}', partition_key => '" + key + "')");
  }

  /** One invocation, until nothing is due. */
  void drain() {
    Answer answer = lane.invokeAndWait("{}");
    if (!(answer instanceof Answer.Answered)) {
      throw new AssertionError(answer);
    }
  }

  /** One invocation after the other. */
  void drainUntil(BooleanSupplier reached) {
    long until = System.nanoTime() + GENEROUS.toNanos();
    while (!reached.getAsBoolean() && System.nanoTime() < until) {
      drain();
    }
  }

  /** The keys with events that no broker has acknowledged. */
  Set<String> owedKeys() {
    return outbox
        .numbers(
            """
            SELECT DISTINCT partition_key, 0 FROM outbox.event
            WHERE seq NOT IN (SELECT unnest(seqs) FROM outbox.delivery)
            """)
        .keySet();
  }

  /** Of events that are held. */
  long attemptsThatFailed() {
    return Long.parseLong(
        outbox.one(
            "SELECT coalesce(sum(retry_count), 0) + count(*) FILTER (WHERE status = 'DEAD') FROM outbox.held"));
  }

  @Override
  public void close() {
    lane.close();
    outbox.close();
  }
}
