package dev.sluice.relay;

import static dev.sluice.relay.testing.TwoSubscriptions.assertInOrder;
import static dev.sluice.relay.testing.TwoSubscriptions.streams;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.TwoSubscriptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names that are new, taken away, brought back and given up, and the streams that they take. */
class SubscriptionNamesIT {

  private final TwoSubscriptions outbox = new TwoSubscriptions();

  @AfterEach
  void drop() {
    outbox.close();
  }

  @Test
  void allNamesOfANewOutboxBeginWithItsFirstEvent() {
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).hasSize(10);
  }

  @Test
  void newNameBeginsWithThePresent() {
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toMain("*"));
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).isEmpty();
    assertThat(outbox.owed()).isEmpty();
    outbox.database.append("orders", 5, 2);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).hasSize(5);
    assertThat(outbox.main.delivered()).hasSize(15);
    assertThat(outbox.database.count("outbox.events WHERE subscription = 'audit'")).isEqualTo(5);
  }

  @Test
  void newNameMayBeginWithTheOldestEventOfTheLog() {
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toMain("*"));
    for (int i = 0; i < 2; i++) {
      outbox.drain(outbox.toMain("*"), outbox.toAuditRetained("*"));
      assertThat(outbox.audit.delivered()).hasSize(10);
    }
    assertThat(outbox.main.delivered()).hasSize(10);
  }

  @Test
  void nameThatWasTakenAwayGoesOnWhereItWas() {
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    outbox.database.append("orders", 20, 2);
    outbox.drain(outbox.toMain("*"));
    assertThat(outbox.owed()).as("still owed").containsExactly("audit|orders|20");
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).hasSize(30).doesNotHaveDuplicates();
    assertInOrder(outbox.audit);
  }

  @Test
  void nameThatWasGivenUpBeginsAnew() {
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    outbox.database.append("orders", 20, 2);
    outbox.drain(outbox.toMain("*"));
    outbox.database.execute(
        "outbox_operator", "SELECT outbox.forget('audit', 'ann', 'nobody reads it')");
    assertThat(outbox.owed()).isEmpty();
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).hasSize(10);
    outbox.database.append("orders", 1, 1);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).hasSize(11);
    assertThat(outbox.database.one("SELECT actor FROM outbox.audit WHERE action = 'forget'"))
        .isEqualTo("ann");
  }

  @Test
  void streamThatNoNameTakesWaitsForARouteUnderTheFirst() {
    outbox.drain(outbox.toMain("orders"), outbox.toAudit("stock"));
    outbox.database.append("orders", 3, 1);
    outbox.database.append("stock", 4, 1);
    outbox.database.append("odd", 5, 1);
    LaneReport report = outbox.drain(outbox.toMain("orders"), outbox.toAudit("stock"));
    assertThat(report.unroutedStreams()).isOne();
    assertThat(outbox.owed()).containsExactly("main|odd|5");
    assertThat(streams(outbox.main)).containsExactly("orders");
    assertThat(streams(outbox.audit)).containsExactly("stock");
    outbox.drain(outbox.toMain("orders"), outbox.toMain("odd"), outbox.toAudit("stock"));
    assertThat(streams(outbox.main)).containsExactly("odd", "orders");
    assertThat(outbox.owed()).isEmpty();
  }

  /** Its backlog is not silently given to nobody. */
  @Test
  void backlogOfAStreamStaysWithTheNameThatHasLostItsRoute() {
    outbox.main.answers(message -> new Unavailable("DOWN", "it does not answer"));
    outbox.database.append("orders", 10, 1);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("stock"));
    outbox.main.answers(message -> new Delivered("late@" + message.seq()));
    outbox.database.execute("DELETE FROM outbox.state"); // the breaker is closed
    outbox.drain(outbox.toMain("stock"), outbox.toAudit("orders"));
    assertThat(outbox.owed()).containsExactly("main|orders|10");
    outbox.drain(outbox.toMain("*"), outbox.toAudit("stock"));
    assertThat(outbox.main.delivered()).hasSize(10);
    assertThat(outbox.owed()).isEmpty();
  }

  @Test
  void outboxWhoseRoutesAllHaveNamesOwesNothingToMain() {
    outbox.database.append("orders", 10, 2);
    outbox.drain(outbox.toAudit("*"));
    assertThat(outbox.audit.delivered()).hasSize(10);
    assertThat(outbox.owed()).isEmpty();
  }

  /** Or each of its runs would begin with everything that others have delivered since. */
  @Test
  void nameRemembersThatItPassedOverTheEventsOfOthers() {
    outbox.drain(outbox.toMain("*"), outbox.toAudit("stock"));
    String position =
        "SELECT p.document::text FROM outbox.progress p JOIN outbox.shard s USING (token) WHERE s.subscription = 'audit' ORDER BY p.number DESC LIMIT 1";
    outbox.database.append("orders", 10, 1);
    List<String> before = outbox.database.rows(position);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("stock"));
    assertThat(outbox.database.rows(position)).isNotEmpty().isNotEqualTo(before);
    outbox.drain(outbox.toMain("*"), outbox.toAudit("*"));
    assertThat(outbox.audit.delivered())
        .as("a stream that is taken later begins with the present")
        .isEmpty();
  }

  /** The pattern of a route means in the database what it means in the relay. */
  @Test
  void namesTakeTheStreamsThatTheirPatternsMatch() {
    List<String> streams = List.of("a_b", "axb", "a%b", "a\\b", "ab", "a'?b");
    outbox.drain(
        outbox.toMain("z"),
        outbox.toAudit("a_b"),
        outbox.toAudit("a%*"),
        outbox.toAudit("a\\\\*"),
        outbox.toAudit("a'?*"));
    streams.forEach(stream -> outbox.database.append(stream.replace("'", "''"), 1, 1));
    outbox.drain(
        outbox.toMain("z"),
        outbox.toAudit("a_b"),
        outbox.toAudit("a%*"),
        outbox.toAudit("a\\\\*"),
        outbox.toAudit("a'?*"));
    assertThat(streams(outbox.audit)).containsExactlyInAnyOrder("a_b", "a%b", "a\\b", "a'?b");
    assertThat(outbox.owed()).containsExactlyInAnyOrder("main|axb|1", "main|ab|1");
  }
}
