package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.relay.ops.request.RefusedException;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator sees each subscription, and changes the one that is named. */
class SubscriptionsOpsIT {

  private final TestDatabase database = new TestDatabase();
  private final FakeBroker main = FakeBroker.named(database.name());
  private final FakeBroker audit = FakeBroker.named(database.name() + "-audit");
  private final String routes =
      """
      [{"stream":"*","destination":"fake:%1$s"},
       {"name":"audit","stream":"orders","destination":"fake:%1$s-audit","maxAttempts":1}]
      """
          .formatted(database.name());

  @AfterEach
  void drop() {
    database.close();
  }

  private void drain(String routes) {
    try (TestRelay relay = new TestRelay(database, Map.of("SLUICE_ROUTES", routes))) {
      relay.run();
    }
  }

  private Map<String, Object> ask(String request) {
    try (Operator operator = new Operator(database, routes)) {
      return operator.ask(request);
    }
  }

  private void killUnderAudit() {
    audit.answers(message -> new Rejected("REFUSED", "no room"));
    database.append("orders", 6, 2);
    drain(routes);
    audit.answers(message -> new Delivered("fake@" + message.seq()));
  }

  @Test
  void statusHasARowForEachSubscriptionOfAStream() {
    killUnderAudit();
    database.append("orders", 4, 2);
    assertThat(Operator.list(ask("{'action':'status'}"), "streams"))
        .extracting(
            row -> row.get("subscription"), row -> row.get("pending"), row -> row.get("dead"))
        .containsExactly(tuple("audit", 4, 6), tuple("main", 4, 0));
    assertThat(String.valueOf(ask("{'action':'status','format':'text'}").get("text")))
        .contains("orders → audit", "orders → main", "16 shards of audit");
    assertThat(Operator.list(ask("{'action':'measure'}"), "streams"))
        .singleElement()
        .satisfies(
            orders ->
                assertThat(orders)
                    .containsEntry("stream", "orders")
                    .containsEntry("Pending", 8)
                    .containsEntry("Dead", 6));
  }

  @Test
  void whatMovesEventsNamesTheSubscription() {
    killUnderAudit();
    for (String action : List.of("redrive", "discard", "replay", "pause", "resume")) {
      String request =
          action.equals("pause") || action.equals("resume")
              ? "{'action':'%s','stream':'orders','reason':'r','actor':'ann'}"
              : "{'action':'%s','all':true,'actor':'ann'}";
      assertThatThrownBy(() -> ask(request.formatted(action)))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("'subscription' is missing; choose one of [main, audit]");
    }
    assertThatThrownBy(() -> ask("{'action':'redrive','all':true,'subscription':'audti'}"))
        .hasMessageContaining("'subscription' is audti; it must be one of [audit, main]");
  }

  @Test
  void redriveBringsBackTheEventsOfOneSubscription() {
    killUnderAudit();
    assertThat(ask("{'action':'redrive','all':true,'subscription':'main','actor':'ann'}"))
        .containsEntry("matched", 0);
    assertThat(
            ask(
                "{'action':'redrive','all':true,'subscription':'audit','confirm':true,'actor':'ann'}"))
        .containsEntry("affected", 6);
    drain(routes);
    assertThat(audit.delivered()).hasSize(6);
    assertThat(main.delivered()).hasSize(6);
    assertThat(
            database.one(
                "SELECT filter ->> 'subscription' FROM outbox.audit WHERE action = 'redrive'"))
        .isEqualTo("audit");
  }

  @Test
  void replayRepeatsTheEventsOfOneSubscription() {
    database.append("orders", 6, 2);
    drain(routes);
    assertThat(
            ask(
                "{'action':'replay','stream':'orders','subscription':'audit','confirm':true,'actor':'ann'}"))
        .containsEntry("affected", 6);
    drain(routes);
    assertThat(audit.delivered()).hasSize(12);
    assertThat(main.delivered()).hasSize(6);
  }

  @Test
  void discardAccountsForEventsOfOneSubscription() {
    killUnderAudit();
    assertThat(
            ask(
                "{'action':'discard','all':true,'subscription':'audit','confirm':true,'reason':'old','actor':'ann'}"))
        .containsEntry("affected", 6);
    assertThat(
            database.rows(
                "SELECT subscription, status, count(*) FROM outbox.events GROUP BY 1, 2 ORDER BY 1"))
        .containsExactly("audit|DISCARDED|6", "main|PUBLISHED|6");
  }

  @Test
  void pauseHoldsUpOneSubscription() {
    ask("{'action':'pause','stream':'orders','subscription':'audit','reason':'r','actor':'ann'}");
    database.append("orders", 6, 2);
    drain(routes);
    assertThat(audit.delivered()).isEmpty();
    assertThat(main.delivered()).hasSize(6);
    ask("{'action':'resume','stream':'orders','subscription':'audit','actor':'ann'}");
    drain(routes);
    assertThat(audit.delivered()).hasSize(6);
  }

  @Test
  void onlyASubscriptionThatNoRouteNamesIsForgotten() {
    killUnderAudit();
    assertThatThrownBy(() -> ask("{'action':'forget','subscription':'audit','actor':'ann'}"))
        .hasMessageContaining("'subscription' is audit, and routes name it; remove them first");
    try (Operator operator = new Operator(database, TestRelay.routeTo(database.name()))) {
      assertThat(operator.ask("{'action':'forget','subscription':'audit','actor':'ann'}"))
          .containsEntry("dryRun", true)
          .containsEntry("owed", Map.of("orders", 6));
      assertThat(database.count("outbox.held")).isEqualTo(6);
      assertThat(
              operator.ask(
                  "{'action':'forget','subscription':'audit','confirm':true,'reason':'r','actor':'ann'}"))
          .containsEntry("dryRun", false)
          .containsEntry("forgottenHeldEvents", 6);
      assertThat(operator.ask("{'action':'status'}").get("streams")).isEqualTo(List.of());
    }
  }

  @Test
  void probeArrivesUnderEachName() {
    try (Operator operator = new Operator(database, routes)) {
      Thread lane = Thread.ofPlatform().start(() -> drainUntil(2));
      Map<String, Object> answer =
          operator.ask("{'action':'probe','stream':'orders','seconds':30,'actor':'ann'}");
      assertThat(Operator.map(answer, "deliveries").keySet())
          .containsExactlyInAnyOrder("main", "audit");
      lane.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void drainUntil(int deliveries) {
    while (main.delivered().size() + audit.delivered().size() < deliveries) {
      drain(routes);
    }
  }
}
