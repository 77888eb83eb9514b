package dev.sluice.relay;

import static dev.sluice.relay.testing.TwoSubscriptions.assertInOrder;
import static dev.sluice.relay.testing.TwoSubscriptions.settings;
import static dev.sluice.relay.testing.TwoSubscriptions.streams;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.TestRelay;
import dev.sluice.relay.testing.TwoSubscriptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One append for several destinations, each at its own pace. */
class SubscriptionsIT {

  private final TwoSubscriptions outbox = new TwoSubscriptions();

  @AfterEach
  void drop() {
    outbox.close();
  }

  @Test
  void everyNameGetsEveryEventOfItsStreamsInOrder() {
    outbox.database.append("orders", 500, 7);
    outbox.database.append("stock", 300, 3);
    LaneReport report = outbox.drain(outbox.toMain("*"), outbox.toAudit("orders"));

    assertThat(report.published()).isEqualTo(1_300);
    assertThat(report.stopped()).isEqualTo("drained");
    assertThat(report.leasedShards()).isEqualTo(32);
    assertThat(outbox.main.delivered()).hasSize(800).doesNotHaveDuplicates();
    assertThat(outbox.audit.delivered()).hasSize(500).doesNotHaveDuplicates();
    assertThat(streams(outbox.audit)).containsExactly("orders");
    assertInOrder(outbox.main);
    assertInOrder(outbox.audit);
    assertThat(outbox.owed()).isEmpty();
    assertThat(
            outbox.database.rows(
                "SELECT subscription, count(*) FROM outbox.events WHERE status = 'PUBLISHED' GROUP BY 1 ORDER BY 1"))
        .containsExactly("audit|500", "main|800");
  }

  @Test
  void destinationThatIsDownHoldsUpNoOtherName() throws Exception {
    outbox.main.answers(message -> new Unavailable("DOWN", "it does not answer"));
    Map<String, String> loop = new HashMap<>(settings(outbox.toMain("*"), outbox.toAudit("*")));
    loop.put("SLUICE_MODE", "LOOP");
    try (TestRelay relay = new TestRelay(outbox.database, loop)) {
      CompletableFuture<LaneReport> lane = relay.start(Invocation.WHOLE, Duration.ofSeconds(20));
      for (int round = 1; round <= 20; round++) {
        outbox.database.append("orders", 50, 5);
        while (outbox.audit.delivered().size() < round * 50) {
          assertThat(lane).isNotDone();
          Pause.briefly();
        }
      }
      assertThat(outbox.main.delivered()).isEmpty();
      assertThat(outbox.owed()).containsExactly("main|orders|1000");
      assertThat(
              outbox.database.rows(
                  "SELECT subscription FROM outbox.state WHERE breaker_open_until IS NOT NULL"))
          .containsExactly("main");
      outbox.main.answers(message -> new Delivered("late@" + message.seq()));
      while (outbox.main.delivered().size() < 1_000) {
        assertThat(lane).isNotDone();
        Pause.briefly();
      }
    }
    assertThat(outbox.main.delivered()).doesNotHaveDuplicates();
    assertInOrder(outbox.main);
    assertThat(outbox.database.count("outbox.held WHERE retry_count > 0")).isZero();
  }

  @Test
  void deadUnderOneNameIsDeliveredUnderTheOther() {
    outbox.audit.answers(message -> new Rejected("REFUSED", "no room"));
    outbox.database.append("orders", 10, 2);
    LaneReport report = outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(report.dead()).isEqualTo(10);
    assertThat(outbox.main.delivered()).hasSize(10);
    assertThat(outbox.database.rows("SELECT subscription, dead FROM outbox.status"))
        .containsExactly("audit|10");
  }

  /** As a dump leaves them: rows of other transactions. */
  private void moveToAnotherCluster() {
    outbox.database.execute("UPDATE outbox.cluster SET inserted = '4'::xid WHERE mark = 2");
    outbox.database.execute("SELECT outbox.move_in()");
  }

  @Test
  void inAnotherClusterEachNameGetsWhatItLacks() {
    outbox.drain(outbox.toMain("*"), outbox.toAudit("orders"));
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toMain("*"));
    outbox.database.append("orders", 5, 2);
    outbox.database.append("stock", 3, 1);
    moveToAnotherCluster();
    outbox.drain(outbox.toMain("*"), outbox.toAudit("orders"));
    assertThat(outbox.audit.delivered()).hasSize(15).doesNotHaveDuplicates();
    assertThat(outbox.main.delivered()).hasSize(18).doesNotHaveDuplicates();
    assertInOrder(outbox.audit);
    assertThat(outbox.owed()).isEmpty();
  }
}
