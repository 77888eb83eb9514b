package dev.sluice.relay.ops.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.lane.DrainedDatabase;
import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.log.QueryPlan;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.RefusedException;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One event goes all the way, and what keeps it from it is named. */
final class ProbeIT {

  private static final long AMPLE = 60_000;

  private final DrainedDatabase drained = new DrainedDatabase();
  private final TestDatabase database = drained.database;
  private final String destination = "fake:" + database.name();
  private final Session session = new Session(() -> database.connect("outbox_operator"));
  private final Probe probe = new Probe(session, routes("*"));

  @AfterEach
  void drop() {
    session.close();
    drained.close();
  }

  private OpsConfig routes(String streams) {
    return OpsConfig.parse(
        Environments.with(
            Map.of(
                "SLUICE_ROUTES",
                "[{\"stream\":\"%s\",\"destination\":\"%s\"}]".formatted(streams, destination))));
  }

  /** While the probe waits, this happens. */
  private static Deadline meanwhile(Runnable action) {
    return new Deadline(() -> AMPLE, unused -> action.run());
  }

  @Test
  void probeGoesTheWayOfItsStreamAndComesBackWithItsReceipt() {
    Map<String, Object> answer =
        probe.run("orders", 60, "ann", meanwhile(() -> drained.run("lane")));
    assertThat(drained.broker.delivered())
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.stream()).isEqualTo("orders");
              assertThat(message.eventType()).isEqualTo("sluice.probe");
              assertThat(message.id()).hasToString(String.valueOf(answer.get("id")));
            });
    assertThat(answer)
        .containsEntry("delivered", true)
        .containsEntry("destination", destination)
        .containsKeys("appendMillis", "deliveryMillis", "totalMillis");
    assertThat(database.rows("SELECT prefix || receipts FROM outbox.delivery"))
        .containsExactly(String.valueOf(answer.get("receipt")));
    assertThat(database.rows("SELECT action || actor || filter || affected FROM outbox.audit"))
        .containsExactly("probeann{\"stream\" : \"orders\"}1");
  }

  @Test
  void itsTimesAddUp() {
    Map<String, Object> answer =
        probe.run("orders", 60, "ann", meanwhile(() -> drained.run("lane")));
    long total = millis(answer, "totalMillis");
    assertThat(millis(answer, "appendMillis")).isBetween(0L, total);
    assertThat(millis(answer, "deliveryMillis")).isBetween(0L, total);
  }

  private static long millis(Map<String, Object> answer, String step) {
    return (long) Objects.requireNonNull(answer.get(step));
  }

  @Test
  void probeBehindABacklogIsDeliveredAfterIt() {
    drained.append("orders", "before");
    probe.run("orders", 60, "ann", meanwhile(() -> drained.run("lane")));
    assertThat(drained.broker.delivered()).hasSize(2);
  }

  /** It is asked five times a second, and a settle's numbers and receipts are kilobytes. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lookReadsTheSettlesSinceTheAppendAlone(boolean analyzed) throws SQLException {
    database.execute(
        """
        ALTER TABLE outbox.delivery_03 SET (autovacuum_enabled = off);
        INSERT INTO outbox.delivery (at, token, slot, subscription, stream, destination, seqs, receipts)
        SELECT now() - i * interval '1 s', 1, 3, 'main', 'orders', 'x', ARRAY[i], '' FROM generate_series(10, 20000) i
        """);
    if (analyzed) {
      database.execute("ANALYZE outbox.delivery_03");
    }
    QueryPlan plan =
        session.transact(
            connection -> {
              try (Statement setting = connection.createStatement();
                  PreparedStatement look =
                      connection.prepareStatement(
                          "EXPLAIN (ANALYZE, FORMAT JSON) "
                              + OfSubscription.sql(ProbeSql.DELIVERED, "main"))) {
                setting.execute(ProbeSql.BY_INDEX);
                look.setLong(1, 30_000);
                look.setObject(2, OffsetDateTime.now(ZoneOffset.UTC));
                look.setInt(3, 3);
                look.setString(4, "orders");
                try (ResultSet row = look.executeQuery()) {
                  row.next();
                  return QueryPlan.parse(Objects.requireNonNull(row.getString(1)));
                }
              }
            });
    assertThat(plan.indexes()).containsExactly("delivery_03_at_idx");
    assertThat(plan.nodes())
        .allSatisfy(
            node -> assertThat(node.getOrDefault("Rows Removed by Filter", 0)).isEqualTo(0));
  }

  @Test
  void relayThatDoesNotRunIsNamed() {
    assertThatExceptionOfType(UndeliveredException.class)
        .isThrownBy(() -> probe.run("orders", 1, "ann", meanwhile(() -> {})))
        .withMessageContaining("of the stream orders was not delivered within 1 s")
        .withMessageContaining("no lane has leased its shard")
        .withMessageContaining("is the schedule of the relay enabled");
  }

  @Test
  void pauseBreakerAndFailureAreNamed() {
    database.execute(
        """
        INSERT INTO outbox.state (subscription, kind, name, paused_at, paused_by, pause_reason)
        VALUES ('main', 'stream', 'orders', now(), 'eve', 'repair');
        INSERT INTO outbox.state (subscription, kind, name, breaker_failures, breaker_open_until, breaker_reason)
        VALUES ('main', 'destination', '%s', 1, now() + interval '1 h', 'nobody answers')
        """
            .formatted(destination));
    assertThatExceptionOfType(UndeliveredException.class)
        .isThrownBy(() -> probe.run("orders", 1, "ann", meanwhile(() -> drained.run("lane"))))
        .withMessageContaining("the stream orders was paused by eve: repair")
        .withMessageContaining("the breaker of " + destination + " is open: nobody answers");
  }

  @Test
  void timeOfTheInvocationEndsTheWaitToo() {
    Deadline over = new Deadline(() -> 3_100, unused -> {});
    assertThatExceptionOfType(UndeliveredException.class)
        .isThrownBy(() -> probe.run("orders", 3600, "ann", over));
  }

  @Test
  void streamWithoutARouteIsRefusedBeforeAnythingIsAppended() {
    Probe routed = new Probe(session, routes("orders"));
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> routed.run("sluice.probe", 1, "ann", meanwhile(() -> {})))
        .withMessageContaining("no route takes the stream sluice.probe; name one");
    assertThat(database.rows("SELECT seq FROM outbox.event")).isEmpty();
  }
}
