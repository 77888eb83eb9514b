package dev.sluice.relay.ops.move;

import static dev.sluice.relay.ops.move.MovedOutbox.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Delivered events are delivered again. */
final class ReplayIT {

  private static final String CONFIRMED = ", 'confirm': true, 'actor': 'ann'}";
  private static final String ALL = "{'action': 'replay', 'all': true" + CONFIRMED;

  private final MovedOutbox outbox = new MovedOutbox();

  @AfterEach
  void drop() {
    outbox.close();
  }

  @Test
  void theyComeAgainInOrderWithTheSameIdsAndAHeaderThatSaysSo() {
    outbox.append("orders", 5_000, 50);
    outbox.append("other", 10, 1);
    outbox.database.execute(
        "UPDATE outbox.event SET headers = '{\"a\": \"\\u0000\", \"x\": \"1\" } ', max_attempts = 7 WHERE seq % 2 = 0");
    assertThat(outbox.drain().published()).isEqualTo(5_010);
    List<OutboxMessage> first = outbox.broker.delivered();
    Map<String, Object> dry = outbox.ask("{'action': 'replay', 'stream': 'orders'}");
    assertThat(dry).containsEntry("matched", 5_000).containsEntry("keys", 50);
    assertThat(list(dry, "samples")).hasSize(5);
    assertThat(outbox.count("outbox.held")).as("a dry run").isZero();

    Map<String, Object> answer = outbox.ask("{'action': 'replay', 'stream': 'orders'" + CONFIRMED);
    assertThat(answer).containsEntry("affected", 5_000).containsEntry("skipped", 0);
    assertThat(outbox.count("outbox.held WHERE max_attempts = 7 AND redriven_at IS NOT NULL"))
        .isEqualTo(2_500);
    assertThat(outbox.drain().published()).isEqualTo(5_000);
    List<OutboxMessage> again = outbox.broker.delivered().subList(5_010, 10_010);
    Map<UUID, OutboxMessage> byId = new HashMap<>();
    first.forEach(message -> byId.put(message.id(), message));
    for (OutboxMessage message : again) {
      OutboxMessage before = byId.get(message.id());
      assertThat(before).isNotNull();
      assertThat(message.payload()).isEqualTo(before.payload());
      assertThat(message.createdAt()).isEqualTo(before.createdAt());
      assertThat(message.headers()).containsAllEntriesOf(before.headers());
      assertThat(message.attributes())
          .containsEntry("x-sluice-replay", String.valueOf(answer.get("operation")));
    }
    outbox.assertOrderPerKey(again);
  }

  @Test
  void eventMayBeReplayedAgainOnceItWasDeliveredAgain() {
    outbox.append("orders", 10, 1);
    outbox.drain();
    assertThat(outbox.ask(ALL)).containsEntry("affected", 10);
    outbox.drain();
    assertThat(outbox.ask(ALL)).containsEntry("affected", 10);
    outbox.drain();
    assertThat(outbox.broker.delivered()).hasSize(30);
  }

  @Test
  void whatIsReplayedAtThisMomentIsLeftAlone() {
    outbox.append("orders", 10, 1);
    outbox.drain();
    outbox.ask(ALL);
    assertThat(outbox.ask("{'action': 'replay', 'all': true}")).containsEntry("matched", 0);
    assertThat(outbox.ask(ALL)).containsEntry("affected", 0);
    assertThat(outbox.count("outbox.held")).isEqualTo(10);
  }

  /** It would be sent twice, or before what precedes it. */
  @Test
  void whatWasNotDeliveredIsNotReplayed() {
    outbox.append("done", 3, 1);
    outbox.append("dead", 2, 1);
    outbox.append("given-up", 2, 1);
    outbox.append("failed", 3, 1);
    outbox.kill(m -> m.stream().equals("dead") || m.stream().equals("given-up"));
    outbox.ask(
        "{'action': 'discard', 'stream': 'given-up', 'reason': 'r', 'acceptGap': true" + CONFIRMED);
    outbox.append("failed", 3, 1);
    outbox.broker.answers(
        m -> m.stream().equals("failed") ? new Retryable("BUSY", "-") : new Delivered("-"));
    outbox.drain();
    outbox.append("done", 4, 1);
    outbox.append("new", 4, 1);
    assertThat(outbox.ask("{'action': 'replay', 'all': true}")).containsEntry("matched", 6);
    assertThat(outbox.ask(ALL)).containsEntry("affected", 6).containsEntry("skipped", 0);
    assertThat(outbox.rows("SELECT stream || count(*) FROM outbox.held GROUP BY stream ORDER BY 1"))
        .containsExactly("dead2", "done3", "failed6");
    outbox.broker.answers(m -> new Delivered("-"));
    outbox.drain();
    assertThat(outbox.delivered("new", "key-0")).hasSize(4).doesNotHaveDuplicates();
  }

  /** Some of a stream's shards may be further than the others. */
  @Test
  void shardThatNobodyReadHasNothingToReplay() {
    outbox.append("orders", 100, 100);
    outbox.database.execute(
        "UPDATE outbox.shard SET owner = 'nobody', leased_until = now() + interval '1 h' WHERE shard % 2 = 1");
    long even = outbox.drain().published();
    assertThat(outbox.ask(ALL)).containsEntry("affected", (int) even);
    assertThat(outbox.count("outbox.held WHERE shard % 2 = 1")).isZero();
  }

  @Test
  void replayedEventGoesBeforeTheFailedOneOfItsKey() {
    outbox.append("orders", 2, 1);
    outbox.drain();
    outbox.broker.answers(m -> new Retryable("BUSY", "-"));
    outbox.append("orders", 2, 1);
    outbox.drain();
    outbox.database.execute(
        "UPDATE outbox.held SET next_retry_at = now() + interval '1 h' WHERE status = 'FAILED'");
    outbox.broker.answers(m -> new Delivered("-"));
    assertThat(outbox.ask(ALL)).containsEntry("affected", 2);
    outbox.drain();
    assertThat(outbox.delivered("orders", "key-0")).containsExactly(1L, 2L, 1L, 2L);
    assertThat(outbox.rows("SELECT seq || status FROM outbox.held ORDER BY seq"))
        .containsExactly("3FAILED", "4WAITING");
    outbox.database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
    outbox.drain();
    assertThat(outbox.delivered("orders", "key-0")).containsExactly(1L, 2L, 1L, 2L, 3L, 4L);
  }

  @Test
  void streamsKeysTypesIdsAndTheTimeOfDeliveryChoose() {
    outbox.append("orders", 10, 5);
    outbox.drain();
    outbox.database.execute("UPDATE outbox.delivery SET at = '2026-11-18 03:00:00Z'");
    outbox.append("orders", 10, 5);
    outbox.append("other", 1, 1);
    outbox.drain();
    String id = outbox.one("SELECT id FROM outbox.event WHERE seq = 7");
    String two =
        outbox.one("SELECT string_agg(id::text, ',') FROM outbox.event WHERE seq IN (7, 21)");
    Map<String, Integer> expected = new LinkedHashMap<>();
    expected.put("'ids': ['" + id + "']", 1);
    expected.put("'ids': '" + two + "'", 2);
    expected.put("'stream': 'other', 'ids': '" + two + "'", 1);
    expected.put("'key': 'key-2', 'type': 'Counted', 'ids': '" + id + "'", 1);
    expected.put("'key': 'key-2'", 4);
    expected.put("'type': 'Other'", 0);
    expected.put("'stream': 'none'", 0);
    expected.put("'from': '2020-01-01T00:00:00Z'", 21);
    expected.put("'to': '2020-01-01T00:00:00Z'", 0);
    expected.put("'from': '2026-11-18T03:00:00Z', 'to': '2026-11-18T03:00:01Z'", 10);
    expected.put("'key': 'key-2', 'to': '2026-11-18T03:00:01Z'", 2);
    for (Map.Entry<String, Integer> filter : expected.entrySet()) {
      String replay = "{'action': 'replay', " + filter.getKey();
      assertThat(outbox.ask(replay + "}"))
          .as(filter.getKey())
          .containsEntry("matched", filter.getValue());
      assertThat(outbox.ask(replay + CONFIRMED))
          .as(filter.getKey())
          .containsEntry("affected", filter.getValue());
      outbox.database.execute("DELETE FROM outbox.held"); // as if they were delivered again
    }
    assertThat(list(outbox.ask("{'action': 'replay', 'ids': '" + id + "'}"), "samples"))
        .singleElement()
        .satisfies(sample -> assertThat(sample).containsEntry("at", "2026-11-18T03:00:00Z"));
  }
}
