package dev.sluice.relay.ops.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.preflight.Check.Verdict;
import dev.sluice.relay.ops.preflight.Facts.UsedSlot;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The facts and findings of preflight in a real database. */
final class FactsIT {

  private static final Duration WEEK = Duration.ofDays(7);

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private Facts facts(String user) {
    try (Session session = new Session(() -> database.connect(user))) {
      return new FactsSql(session).facts();
    }
  }

  private void append(String slot) {
    database.execute(
        "INSERT INTO outbox.event (slot, stream, event_type, payload, created_at) SELECT slot, 'orders', 'T', '{}', began_at FROM outbox.ring() "
            + slot);
  }

  @Test
  void healthyOutboxHasNothingToComplainOf() {
    append("ORDER BY began_at DESC LIMIT 1");
    Facts facts = facts("outbox_operator");
    assertThat(facts.streams()).containsExactly("orders");
    assertThat(facts.slotWidth()).isEqualTo(Duration.ofHours(14));
    assertThat(facts.used()).hasSize(1);
    List<Check> checks = DatabaseChecks.of(facts, Instant.now(), false, WEEK);
    assertThat(checks)
        .extracting(Check::name)
        .containsExactly("database", "migrations", "grants", "clock", "tls", "ring");
    assertThat(checks)
        .filteredOn(check -> check.verdict() != Verdict.OK)
        .extracting(Check::name)
        .as("the tests' server has no TLS")
        .containsExactly("tls");
  }

  @Test
  void lackingPrivilegesAreNamed() {
    database.execute(
        "REVOKE DELETE ON outbox.inbox FROM outbox_operator; REVOKE TRUNCATE ON outbox.event_07 FROM outbox_operator; REVOKE EXECUTE ON FUNCTION outbox.backlog() FROM outbox_operator");
    assertThat(facts("outbox_operator").lackingPrivileges())
        .containsExactlyInAnyOrder(
            "DELETE on inbox", "TRUNCATE on event_07", "EXECUTE on outbox.backlog()");
    assertThat(facts("outbox_relay").lackingPrivileges()).contains("INSERT on audit");
  }

  @Test
  void ringAndStreamsAreExaminedUnlessTheyMayNotBeRead() {
    append("ORDER BY began_at DESC LIMIT 1");
    database.execute("REVOKE DELETE ON outbox.inbox FROM outbox_operator");
    Facts facts = facts("outbox_operator");
    assertThat(facts.streams()).containsExactly("orders");
    assertThat(facts.used()).hasSize(1);
    database.execute("REVOKE SELECT ON outbox.status FROM outbox_operator");
    Facts unread = facts("outbox_operator");
    assertThat(DatabaseChecks.streams(unread, stream -> "").finding()).isEqualTo("not examined");
    assertThat(DatabaseChecks.of(unread, Instant.now(), true, WEEK).getLast())
        .extracting(Check::name, Check::verdict)
        .containsExactly("ring", Verdict.WARN);
  }

  @Test
  void slotThatIsUsedAgainSoonAndOneThatCameBackFullAreToBeEmptied() {
    append("ORDER BY began_at OFFSET 3 LIMIT 1");
    assertThat(ring()).isEqualTo(Verdict.OK);
    append("ORDER BY began_at LIMIT 1");
    assertThat(ring()).isEqualTo(Verdict.WARN);
    database.execute("TRUNCATE outbox.event");
    assertThat(ring()).isEqualTo(Verdict.OK);
    database.execute(
        "INSERT INTO outbox.event (slot, stream, event_type, payload, created_at) SELECT slot, 'orders', 'T', '{}', now() - interval '9 d' FROM outbox.ring() ORDER BY began_at DESC LIMIT 1");
    assertThat(ring()).isEqualTo(Verdict.WARN);
  }

  private Verdict ring() {
    Facts facts = facts("outbox_operator");
    Check ring = DatabaseChecks.of(facts, Instant.now(), true, WEEK).getLast();
    if (ring.verdict() == Verdict.WARN) {
      assertThat(facts.used())
          .extracting(UsedSlot::slot)
          .anySatisfy(slot -> assertThat(ring.finding()).contains(slot + " at 20"));
    }
    return ring.verdict();
  }

  @Test
  void databaseWithoutTheSchemaIsLookedAt() {
    try (Session session =
        new Session(
            () -> DriverManager.getConnection(SharedPostgres.url("postgres"), "postgres", ""))) {
      Facts facts = new FactsSql(session).facts();
      assertThat(facts.schemaVersion()).isZero();
      assertThat(facts.used()).isEmpty();
      assertThat(DatabaseChecks.of(facts, Instant.now(), true, WEEK))
          .filteredOn(check -> check.verdict() == Verdict.FAIL)
          .extracting(Check::finding)
          .containsExactly("there is no schema 'outbox'");
    }
  }
}
