package dev.sluice.relay.ops.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.preflight.Check.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DatabaseChecksTest {

  private static final Instant NOW = Instant.parse("2026-11-19T10:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);

  private static Facts facts(int server, int schema, int oldest, List<String> lacking) {
    return facts(server, schema, oldest, true, lacking);
  }

  private static Facts facts(
      int server, int schema, int oldest, boolean atHome, List<String> lacking) {
    return new Facts(
        server,
        "ann",
        schema,
        oldest,
        atHome,
        lacking,
        NOW,
        true,
        Duration.ofHours(14),
        List.of(),
        List.of("orders", "invoices"));
  }

  private static Check check(Facts facts, String name) {
    return DatabaseChecks.of(facts, NOW, false, WEEK).stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void serverBeforeFourteenFails() {
    assertThat(check(facts(130_020, 1, 1, List.of()), "database").verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(check(facts(140_000, 1, 1, List.of()), "database").verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void schemaMustServeThisRelease() {
    assertThat(check(facts(170_000, 0, 1, List.of()), "migrations").verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(check(facts(170_000, 2, 1, List.of()), "migrations").verdict())
        .isEqualTo(Verdict.OK);
    assertThat(check(facts(170_000, 2, 2, List.of()), "migrations").remedy())
        .isEqualTo("deploy the release that migrated");
  }

  @Test
  void outboxOfAnotherClusterFails() {
    Check check = check(facts(170_000, 1, 1, false, List.of()), "migrations");
    assertThat(check.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(check.finding()).isEqualTo("version 1, copied here from another cluster");
  }

  @Test
  void lackingPrivilegeFailsWithItsName() {
    Check check = check(facts(170_000, 1, 1, List.of("DELETE on inbox")), "grants");
    assertThat(check.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(check.finding()).isEqualTo("ann lacks DELETE on inbox");
    assertThat(check.remedy()).contains("GRANT outbox_operator");
  }

  @Test
  void clockThatIsApartIsAWarning() {
    Facts facts = facts(170_000, 1, 1, List.of());
    assertThat(DatabaseChecks.of(facts, NOW.plusSeconds(5), false, WEEK))
        .allMatch(check -> check.verdict() == Verdict.OK);
    assertThat(DatabaseChecks.of(facts, NOW.minusSeconds(6), false, WEEK))
        .filteredOn(check -> check.verdict() == Verdict.WARN)
        .extracting(Check::name)
        .containsExactly("clock");
  }

  @Test
  void ringForAShorterRetentionIsAWarning() {
    Facts facts = facts(170_000, 1, 1, List.of());
    Check ring = DatabaseChecks.of(facts, NOW, false, WEEK.plusSeconds(1)).getLast();
    assertThat(ring.verdict()).isEqualTo(Verdict.WARN);
    assertThat(ring.remedy()).contains("MigrateHandler");
  }

  @Test
  void streamWithoutARouteFails() {
    Facts facts = facts(170_000, 1, 1, List.of());
    Check check =
        DatabaseChecks.streams(facts, stream -> stream.equals("orders") ? "" : "it is odd");
    assertThat(check.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(check.finding()).isEqualTo("no route for [invoices (it is odd)]");
    assertThat(check.remedy()).startsWith("add a route to SLUICE_ROUTES");
    assertThat(DatabaseChecks.streams(facts, stream -> "").verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void answerIsReadyWithoutAFail() {
    Check warning = new Check("tls", Verdict.WARN, "in clear", "turn it on");
    assertThat(Check.answer(List.of(warning)))
        .containsEntry("ready", true)
        .containsEntry(
            "checks",
            List.of(
                Map.of(
                    "check",
                    "tls",
                    "verdict",
                    "WARN",
                    "finding",
                    "in clear",
                    "remedy",
                    "turn it on")));
    assertThat(Check.answer(List.of(warning, new Check("x", Verdict.FAIL, "", ""))))
        .containsEntry("ready", false);
  }
}
