package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.lane.DrainedDatabase;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The answers of status and measure on the log. */
final class ReportIT {

  private final DrainedDatabase drained = new DrainedDatabase();
  private final Session session = new Session(() -> drained.database.connect("outbox_operator"));
  private final StatusSql status = new StatusSql(session);
  private final String destination = "fake:" + drained.database.name();
  private final OpsConfig routing = routeTo(destination);

  @BeforeEach
  void deliverWithFailures() {
    drained.broker.answers(
        message ->
            switch (message.key()) {
              case "bad" -> new Rejected("BAD", "always");
              case "slow" -> new Retryable("BUSY", "this time");
              default -> new Delivered("-");
            });
    for (String key : List.of("good", "slow", "slow", "bad", "slow")) {
      drained.append("orders", key);
    }
    drained.run("lane");
    drained.append("quiet", "k", ", payload, created_at", ", '{}', now() - interval '2 h'");
  }

  @AfterEach
  void drop() {
    session.close();
    drained.close();
  }

  private static OpsConfig routeTo(String destination) {
    String routes = "[{\"stream\":\"*\",\"destination\":\"" + destination + "\"}]";
    return OpsConfig.parse(Environments.with(Map.of("SLUICE_ROUTES", routes)));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> answer, String name) {
    return (List<Map<String, Object>>) answer.getOrDefault(name, List.of());
  }

  @Test
  void statusShowsEveryStreamAndLease() {
    drained.database.execute(
        "UPDATE outbox.shard SET owner = 'lane', leased_until = now() + interval '9 s' WHERE shard < 2");
    StatusReport report = StatusReport.of(status.read(), routing);
    Map<String, Object> answer = report.toMap();
    assertThat(list(answer, "streams").getFirst())
        .containsEntry("stream", "orders")
        .containsEntry("pending", 2L)
        .containsEntry("failed", 1L)
        .containsEntry("dead", 1L)
        .containsEntry("blocked", 2L)
        .containsEntry("destination", destination)
        .containsEntry("paused", false)
        .doesNotContainKey("pendingIsAtLeast");
    assertThat((Double) list(answer, "streams").getFirst().get("publishedPerMinute")).isPositive();
    assertThat(list(answer, "streams").getLast())
        .containsEntry("stream", "quiet")
        .containsEntry("pending", 1L)
        .containsEntry("blocked", 0L);
    assertThat(list(answer, "leases"))
        .extracting(lease -> lease.get("owner") + " " + lease.get("shards"))
        .containsExactly("lane 2", "null 14");
    assertThat(report.text()).containsPattern("orders +2 +1 +1 +2 ").contains("2 shards: lane");
  }

  @Test
  void gaugesAreThoseThatAlarmsStandOn() {
    drained.database.execute(
        "INSERT INTO outbox.state (subscription, kind, name, breaker_failures, breaker_open_until) VALUES ('main', 'destination', 'fake:x', 3, now() + interval '1 h')");
    Map<String, Object> answer = Measurement.of(StatusReport.of(status.read(), routing)).toMap();
    assertThat(answer)
        .containsEntry("Heartbeat", 1)
        .containsEntry("relaySeen", true)
        .containsEntry("LeasedShards", 0)
        .containsEntry("BreakerOpen", 1)
        .containsEntry("CrashesDetected", 0);
    assertThat(list(answer, "streams").getFirst())
        .containsEntry("Pending", 2L)
        .containsEntry("Dead", 1L)
        .containsEntry("Failed", 1L)
        .containsEntry("Blocked", 2L);
    assertThat((Long) list(answer, "streams").getLast().get("OldestPendingSeconds"))
        .isGreaterThanOrEqualTo(Duration.ofHours(2).toSeconds());
  }
}
