package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One append for several destinations, each at its own pace. */
class SubscriptionsIT {

  private static final String OWED =
      "SELECT subscription, stream, pending FROM outbox.status ORDER BY subscription, stream";

  private final TestDatabase database = new TestDatabase();
  private final FakeBroker main = FakeBroker.named(database.name());
  private final FakeBroker audit = FakeBroker.named(database.name() + "-audit");

  @AfterEach
  void drop() {
    database.close();
  }

  private String toMain(String streams) {
    return route("", streams, database.name());
  }

  private String toAudit(String streams) {
    return route("\"name\":\"audit\",", streams, database.name() + "-audit");
  }

  private static String route(String name, String streams, String broker) {
    return "{%s\"stream\":\"%s\",\"destination\":\"fake:%s\",\"maxAttempts\":1}"
        .formatted(name, streams, broker);
  }

  private Map<String, String> settings(String... routes) {
    return Map.of("SLUICE_ROUTES", "[" + String.join(",", routes) + "]");
  }

  private LaneReport drain(String... routes) {
    try (TestRelay relay = new TestRelay(database, settings(routes))) {
      return relay.run();
    }
  }

  private static List<String> streams(FakeBroker broker) {
    return broker.delivered().stream().map(OutboxMessage::stream).distinct().sorted().toList();
  }

  @Test
  void everyNameGetsEveryEventOfItsStreamsInOrder() {
    database.append("orders", 500, 7);
    database.append("stock", 300, 3);
    LaneReport report = drain(toMain("*"), toAudit("orders"));

    assertThat(report.published()).isEqualTo(1_300);
    assertThat(report.stopped()).isEqualTo("drained");
    assertThat(report.leasedShards()).isEqualTo(32);
    assertThat(main.delivered()).hasSize(800).doesNotHaveDuplicates();
    assertThat(audit.delivered()).hasSize(500).doesNotHaveDuplicates();
    assertThat(streams(audit)).containsExactly("orders");
    assertInOrder(main);
    assertInOrder(audit);
    assertThat(database.rows(OWED)).isEmpty();
    assertThat(
            database.rows(
                "SELECT subscription, count(*) FROM outbox.events WHERE status = 'PUBLISHED' GROUP BY 1 ORDER BY 1"))
        .containsExactly("audit|500", "main|800");
  }

  private static void assertInOrder(FakeBroker broker) {
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : broker.delivered()) {
      Long before = last.put(message.stream() + "/" + message.key(), message.seq());
      assertThat(before == null || before < message.seq()).as(message.toString()).isTrue();
    }
  }

  @Test
  void destinationThatIsDownHoldsUpNoOtherName() throws Exception {
    main.answers(message -> new Unavailable("DOWN", "it does not answer"));
    Map<String, String> loop = new HashMap<>(settings(toMain("*"), toAudit("*")));
    loop.put("SLUICE_MODE", "LOOP");
    try (TestRelay relay = new TestRelay(database, loop)) {
      CompletableFuture<LaneReport> lane = relay.start(Invocation.WHOLE, Duration.ofSeconds(20));
      for (int round = 1; round <= 20; round++) {
        database.append("orders", 50, 5);
        while (audit.delivered().size() < round * 50) {
          assertThat(lane).isNotDone();
          Pause.briefly();
        }
      }
      assertThat(main.delivered()).isEmpty();
      assertThat(database.rows(OWED)).containsExactly("main|orders|1000");
      assertThat(
              database.rows(
                  "SELECT subscription FROM outbox.state WHERE breaker_open_until IS NOT NULL"))
          .containsExactly("main");
      main.answers(message -> new Delivered("late@" + message.seq()));
      while (main.delivered().size() < 1_000) {
        assertThat(lane).isNotDone();
        Pause.briefly();
      }
    }
    assertThat(main.delivered()).doesNotHaveDuplicates();
    assertInOrder(main);
    assertThat(database.count("outbox.held WHERE retry_count > 0")).isZero();
  }

  @Test
  void allNamesOfANewOutboxBeginWithItsFirstEvent() {
    database.append("orders", 10, 2);
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered()).hasSize(10);
  }

  @Test
  void newNameBeginsWithThePresent() {
    database.append("orders", 10, 2);
    drain(toMain("*"));
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered()).isEmpty();
    assertThat(database.rows(OWED)).isEmpty();
    database.append("orders", 5, 2);
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered()).hasSize(5);
    assertThat(main.delivered()).hasSize(15);
    assertThat(database.count("outbox.events WHERE subscription = 'audit'")).isEqualTo(5);
  }

  @Test
  void newNameMayBeginWithTheOldestEventOfTheLog() {
    database.append("orders", 10, 2);
    drain(toMain("*"));
    String retained =
        route("\"name\":\"audit\",\"from\":\"RETAINED\",", "*", database.name() + "-audit");
    for (int i = 0; i < 2; i++) {
      drain(toMain("*"), retained);
      assertThat(audit.delivered()).hasSize(10);
    }
    assertThat(main.delivered()).hasSize(10);
  }

  @Test
  void nameThatWasTakenAwayGoesOnWhereItWas() {
    database.append("orders", 10, 2);
    drain(toMain("*"), toAudit("*"));
    database.append("orders", 20, 2);
    drain(toMain("*"));
    assertThat(database.rows(OWED)).as("still owed").containsExactly("audit|orders|20");
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered()).hasSize(30).doesNotHaveDuplicates();
    assertInOrder(audit);
  }

  @Test
  void nameThatWasGivenUpBeginsAnew() {
    database.append("orders", 10, 2);
    drain(toMain("*"), toAudit("*"));
    database.append("orders", 20, 2);
    drain(toMain("*"));
    database.execute("outbox_operator", "SELECT outbox.forget('audit', 'ann', 'nobody reads it')");
    assertThat(database.rows(OWED)).isEmpty();
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered()).hasSize(10);
    database.append("orders", 1, 1);
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered()).hasSize(11);
    assertThat(database.one("SELECT actor FROM outbox.audit WHERE action = 'forget'"))
        .isEqualTo("ann");
  }

  @Test
  void streamThatNoNameTakesWaitsForARouteUnderTheFirst() {
    drain(toMain("orders"), toAudit("stock"));
    database.append("orders", 3, 1);
    database.append("stock", 4, 1);
    database.append("odd", 5, 1);
    LaneReport report = drain(toMain("orders"), toAudit("stock"));
    assertThat(report.unroutedStreams()).isOne();
    assertThat(database.rows(OWED)).containsExactly("main|odd|5");
    assertThat(streams(main)).containsExactly("orders");
    assertThat(streams(audit)).containsExactly("stock");
    drain(toMain("orders"), toMain("odd"), toAudit("stock"));
    assertThat(streams(main)).containsExactly("odd", "orders");
    assertThat(database.rows(OWED)).isEmpty();
  }

  /** Its backlog is not silently given to nobody. */
  @Test
  void backlogOfAStreamStaysWithTheNameThatHasLostItsRoute() {
    main.answers(message -> new Unavailable("DOWN", "it does not answer"));
    database.append("orders", 10, 1);
    drain(toMain("*"), toAudit("stock"));
    main.answers(message -> new Delivered("late@" + message.seq()));
    database.execute("DELETE FROM outbox.state"); // the breaker is closed
    drain(toMain("stock"), toAudit("orders"));
    assertThat(database.rows(OWED)).containsExactly("main|orders|10");
    drain(toMain("*"), toAudit("stock"));
    assertThat(main.delivered()).hasSize(10);
    assertThat(database.rows(OWED)).isEmpty();
  }

  @Test
  void outboxWhoseRoutesAllHaveNamesOwesNothingToMain() {
    database.append("orders", 10, 2);
    drain(toAudit("*"));
    assertThat(audit.delivered()).hasSize(10);
    assertThat(database.rows(OWED)).isEmpty();
  }

  @Test
  void deadUnderOneNameIsDeliveredUnderTheOther() {
    audit.answers(message -> new Rejected("REFUSED", "no room"));
    database.append("orders", 10, 2);
    LaneReport report = drain(toMain("*"), toAudit("*"));
    assertThat(report.dead()).isEqualTo(10);
    assertThat(main.delivered()).hasSize(10);
    assertThat(database.rows("SELECT subscription, dead FROM outbox.status"))
        .containsExactly("audit|10");
  }

  /** As a dump leaves them: rows of other transactions. */
  private void moveToAnotherCluster() {
    database.execute("UPDATE outbox.cluster SET inserted = '4'::xid WHERE mark = 2");
    database.execute("SELECT outbox.move_in()");
  }

  @Test
  void inAnotherClusterEachNameGetsWhatItLacks() {
    drain(toMain("*"), toAudit("orders"));
    database.append("orders", 10, 2);
    drain(toMain("*"));
    database.append("orders", 5, 2);
    database.append("stock", 3, 1);
    moveToAnotherCluster();
    drain(toMain("*"), toAudit("orders"));
    assertThat(audit.delivered()).hasSize(15).doesNotHaveDuplicates();
    assertThat(main.delivered()).hasSize(18).doesNotHaveDuplicates();
    assertInOrder(audit);
    assertThat(database.rows(OWED)).isEmpty();
  }

  /** Or each of its runs would begin with everything that others have delivered since. */
  @Test
  void nameRemembersThatItPassedOverTheEventsOfOthers() {
    drain(toMain("*"), toAudit("stock"));
    String position =
        "SELECT p.document::text FROM outbox.progress p JOIN outbox.shard s USING (token) WHERE s.subscription = 'audit' ORDER BY p.number DESC LIMIT 1";
    database.append("orders", 10, 1);
    List<String> before = database.rows(position);
    drain(toMain("*"), toAudit("stock"));
    assertThat(database.rows(position)).isNotEmpty().isNotEqualTo(before);
    drain(toMain("*"), toAudit("*"));
    assertThat(audit.delivered())
        .as("a stream that is taken later begins with the present")
        .isEmpty();
  }

  /** The pattern of a route means in the database what it means in the relay. */
  @Test
  void namesTakeTheStreamsThatTheirPatternsMatch() {
    List<String> streams = List.of("a_b", "axb", "a%b", "a\\b", "ab", "a'?b");
    drain(toMain("z"), toAudit("a_b"), toAudit("a%*"), toAudit("a\\\\*"), toAudit("a'?*"));
    streams.forEach(stream -> database.append(stream.replace("'", "''"), 1, 1));
    drain(toMain("z"), toAudit("a_b"), toAudit("a%*"), toAudit("a\\\\*"), toAudit("a'?*"));
    assertThat(streams(audit)).containsExactlyInAnyOrder("a_b", "a%b", "a\\b", "a'?b");
    assertThat(database.rows(OWED)).containsExactlyInAnyOrder("main|axb|1", "main|ab|1");
  }
}
