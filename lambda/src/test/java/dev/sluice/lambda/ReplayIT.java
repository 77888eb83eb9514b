package dev.sluice.lambda;

import static dev.sluice.lambda.Operator.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Published events are delivered again. */
final class ReplayIT {

  private static final String CONFIRMED = ", 'confirm': true, 'actor': 'ann'}";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final Operator operator = new Operator(database, TestRelay.routeTo(name));

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  private long drain() {
    try (TestRelay relay =
        new TestRelay(database, Map.of("SLUICE_ROUTES", TestRelay.routeTo(name)))) {
      return relay.run().published();
    }
  }

  @Test
  void theyComeAgainInOrderWithTheSameIdsAndAHeaderThatSaysSo() {
    database.append("orders", 5_000, 50);
    database.append("other", 10, 1);
    database.execute(
        "UPDATE outbox.event SET headers = '{\"a\": \"\\u0000\", \"x\": \"1\" } ' WHERE seq % 2 = 0");
    assertThat(drain()).isEqualTo(5_010);
    List<OutboxMessage> first = List.copyOf(broker.delivered());
    Map<String, Object> dry = operator.ask("{'action': 'replay', 'stream': 'orders'}");
    assertThat(dry).containsEntry("matched", 5_000).containsEntry("keys", 50);
    assertThat(list(dry, "samples")).hasSize(5);
    assertThat(database.count("outbox.event")).as("a dry run").isZero();

    Map<String, Object> answer =
        operator.ask("{'action': 'replay', 'stream': 'orders'" + CONFIRMED);
    assertThat(answer).containsEntry("affected", 5_000).containsEntry("skipped", 0);
    assertThat(drain()).isEqualTo(5_000);
    List<OutboxMessage> again = broker.delivered().subList(5_010, 10_010);
    Map<UUID, OutboxMessage> byId = new HashMap<>();
    first.forEach(message -> byId.put(message.id(), message));
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : again) {
      OutboxMessage before = byId.get(message.id());
      assertThat(before).isNotNull();
      assertThat(message.payload()).isEqualTo(before.payload());
      assertThat(message.createdAt()).isEqualTo(before.createdAt());
      assertThat(message.headers()).containsAllEntriesOf(before.headers());
      assertThat(message.attributes())
          .containsEntry("x-sluice-replay", String.valueOf(answer.get("operation")));
      Long earlier = last.put(message.key(), before.seq());
      assertThat(earlier == null || earlier < before.seq()).isTrue();
    }
  }

  @Test
  void replayOfAReplayIsNone() {
    database.append("orders", 10, 1);
    drain();
    String all = "{'action': 'replay', 'all': true" + CONFIRMED;
    assertThat(operator.ask(all)).containsEntry("affected", 10);
    drain();
    assertThat(operator.ask(all)).containsEntry("affected", 10);
    drain();
    assertThat(broker.delivered()).hasSize(30);
  }

  @Test
  void whatIsOwedAtThisMomentIsSkipped() {
    database.append("orders", 10, 1);
    drain();
    String all = "{'action': 'replay', 'all': true" + CONFIRMED;
    operator.ask(all);
    assertThat(operator.ask(all)).containsEntry("affected", 0).containsEntry("skipped", 10);
    assertThat(database.count("outbox.event")).isEqualTo(10);
  }

  @Test
  void timeRangeKeyTypeAndIdsChoose() {
    database.append("orders", 10, 5);
    drain();
    String id = database.one("SELECT id FROM outbox.published WHERE seq = 7");
    for (String filter :
        List.of(
            "'ids': ['" + id + "']",
            "'ids': '" + id + "'",
            "'key': 'key-2', 'type': 'Counted', 'ids': '" + id + "'")) {
      assertThat(operator.ask("{'action': 'replay', " + filter + "}"))
          .as(filter)
          .containsEntry("matched", 1);
    }
    assertThat(operator.ask("{'action': 'replay', 'key': 'key-2'}")).containsEntry("matched", 2);
    assertThat(operator.ask("{'action': 'replay', 'type': 'Other'}")).containsEntry("matched", 0);
    assertThat(operator.ask("{'action': 'replay', 'from': '2020-01-01T00:00:00Z'}"))
        .containsEntry("matched", 10);
    assertThat(operator.ask("{'action': 'replay', 'to': '2020-01-01T00:00:00Z'}"))
        .containsEntry("matched", 0);
  }
}
