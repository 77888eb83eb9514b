package dev.sluice.lambda;

import static dev.sluice.lambda.Operator.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Looking, pausing and cleaning as JSON. The relay's StatusIT, GaugesIT, PauseIT, CleaningIT,
 * RingIT and CoverageIT have the rules.
 */
final class UpkeepIT {

  private static final String CLEAN = "{'action': 'clean', 'actor': 'schedule'}";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final Operator operator = new Operator(database, Operator.blocking(name));

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  private long drain() {
    Map<String, String> settings =
        Map.of("SLUICE_ROUTES", Operator.blocking(name), "SLUICE_RETRY", "1h..1h");
    try (TestRelay relay = new TestRelay(database, settings)) {
      return relay.run().published();
    }
  }

  /** The third event of orders is dead, the second of quiet has failed. */
  private void fail() {
    database.append("orders", 10, 2);
    database.append("quiet", 5, 1);
    broker.answers(
        message ->
            switch ((int) message.seq()) {
              case 3 -> new Rejected("BAD", "always");
              case 12 -> new Retryable("BUSY", "this time");
              default -> new Delivered("fake@" + message.seq());
            });
    drain();
  }

  @Test
  void statusAnswersWithEveryStreamAndLease() {
    fail();
    database.execute(
        "UPDATE outbox.shard SET owner = 'lane', leased_until = now() + interval '9 s' WHERE shard < 2");
    Map<String, Object> answer = operator.ask("{'action': 'status'}");
    assertThat(answer).containsEntry("action", "status").containsEntry("destinations", List.of());
    assertThat(list(answer, "streams").getFirst())
        .containsEntry("stream", "orders")
        .containsEntry("pending", 3)
        .containsEntry("failed", 0)
        .containsEntry("dead", 1)
        .containsEntry("blocked", 3)
        .containsEntry("destination", "fake:" + name)
        .containsEntry("paused", false)
        .doesNotContainKey("pendingIsAtLeast");
    assertThat((Double) list(answer, "streams").getFirst().get("publishedPerMinute")).isPositive();
    assertThat(list(answer, "streams").getLast())
        .containsEntry("pending", 3)
        .containsEntry("failed", 1)
        .containsEntry("blocked", 3);
    assertThat(list(answer, "leases").getFirst())
        .containsEntry("owner", "lane")
        .containsEntry("shards", 2);
    assertThat(list(answer, "leases").getLast())
        .doesNotContainKey("owner")
        .containsEntry("shards", 14);
    assertThat(String.valueOf(operator.ask("{'action': 'status', 'format': 'text'}").get("text")))
        .containsPattern("orders +3 +0 +1 +3 ")
        .contains("2 shards: lane");
  }

  /** The view stops counting what is held at 100,000 of a stream. */
  @Test
  void numberThatWasNotCountedToItsEndSaysSo() {
    database.execute(
        """
        INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload)
        SELECT 'main', i, 'WAITING', now(), gen_random_uuid(), 0, 0, 'orders', 'T', i % 9, 'j', '{}' FROM generate_series(1, 100001) i
        """);
    Map<String, Object> stream = list(operator.ask("{'action': 'status'}"), "streams").getFirst();
    assertThat(stream).containsEntry("pending", 100_001).containsEntry("pendingIsAtLeast", true);
    database.execute("DELETE FROM outbox.held WHERE seq = 1");
    stream = list(operator.ask("{'action': 'status'}"), "streams").getFirst();
    assertThat(stream).containsEntry("pending", 100_000).doesNotContainKey("pendingIsAtLeast");
  }

  @Test
  void measureAnswersWithTheGaugesThatAlarmsStandOn() {
    fail();
    Map<String, Object> answer = operator.ask("{'action': 'measure'}");
    assertThat(answer)
        .containsEntry("action", "measure")
        .containsEntry("Heartbeat", 1)
        .containsEntry("LeasedShards", 0)
        .containsEntry("BreakerOpen", 0)
        .containsEntry("CrashesDetected", 0);
    assertThat(list(answer, "streams").getFirst())
        .containsEntry("Pending", 3)
        .containsEntry("Dead", 1)
        .containsEntry("Failed", 0)
        .containsEntry("Blocked", 3)
        .containsKey("OldestPendingSeconds");
  }

  @Test
  void pauseAndResumeSayWhetherTheyChangedSomething() {
    database.append("orders", 4, 1);
    for (String subject : List.of("'stream': 'orders'", "'destination': 'fake:" + name + "'")) {
      String pause = "{'action': 'pause', %s, 'actor': 'ann', 'reason': 'repair'}";
      String resume = "{'action': 'resume', %s, 'actor': 'bob'}";
      assertThat(operator.ask(pause.formatted(subject))).containsEntry("changed", true);
      assertThat(operator.ask(pause.formatted(subject))).containsEntry("changed", false);
      assertThat(drain()).isZero();
      assertThat(list(operator.ask("{'action': 'status'}"), "streams").getFirst())
          .containsEntry("paused", true);
      assertThat(operator.ask(resume.formatted(subject))).containsEntry("changed", true);
      assertThat(operator.ask(resume.formatted(subject))).containsEntry("changed", false);
    }
    assertThat(drain()).isEqualTo(4);
    assertThat(database.rows("SELECT action, actor, filter FROM outbox.audit ORDER BY at"))
        .hasSize(8)
        .startsWith("pause|ann|{\"stream\" : \"orders\", \"subscription\" : \"main\"}")
        .contains(
            "resume|bob|{\"destination\" : \"fake:" + name + "\", \"subscription\" : \"main\"}");
  }

  @Test
  void cleanAnswersWithTheSlotsAndRowsThatItRemoved() {
    database.execute(
        """
        INSERT INTO outbox.inbox SELECT 'mail', gen_random_uuid(), now() - i * interval '1 day' FROM generate_series(0, 20) i
        """);
    String oldest = database.one("SELECT slot FROM outbox.ring() ORDER BY returns_at LIMIT 1");
    String append =
        "INSERT INTO outbox.event (slot, stream, event_type, payload) SELECT %s, 'orders', 'T', '{}' FROM generate_series(1, %d)";
    database.execute(append.formatted(oldest, 5));
    assertThat(drain()).isEqualTo(5);
    assertThat(operator.ask(CLEAN))
        .containsEntry("action", "clean")
        .containsEntry("ran", true)
        .containsEntry("done", true)
        .containsEntry(
            "emptiedSlots", List.of(Map.of("slot", Integer.valueOf(oldest), "events", 5)))
        .containsEntry("keptSlots", List.of())
        .containsEntry("uncoveredEvents", 0)
        .containsEntry("heldEvents", 0)
        .containsEntry("forgottenProgressRows", 0)
        .containsEntry("forgottenInboxRows", 14)
        .containsEntry("forgottenOperations", 0);
    assertThat(database.count("outbox.event")).isZero();

    database.execute(append.formatted(oldest, 1_001));
    assertThat(list(operator.ask(CLEAN), "keptSlots"))
        .singleElement()
        .satisfies(
            slot ->
                assertThat(slot)
                    .containsEntry("slot", Integer.valueOf(oldest))
                    .containsEntry("streams", Map.of("orders", 1_001))
                    .containsKeys("endedAt", "why"));
    assertThat(database.rows("SELECT DISTINCT action, actor FROM outbox.audit"))
        .containsExactly("clean|schedule");
  }

  @Test
  void cleanThatIsNotAloneSaysSo() {
    database.execute(
        "INSERT INTO outbox.runner VALUES ('clean', 'another', now() + interval '1 min')");
    assertThat(operator.ask(CLEAN))
        .containsEntry("ran", false)
        .containsEntry("why", "another clean is running");
  }
}
