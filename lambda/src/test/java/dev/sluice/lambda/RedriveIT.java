package dev.sluice.lambda;

import static dev.sluice.lambda.Operator.list;
import static dev.sluice.lambda.Operator.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.ListedLetters;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Redrive and discard as JSON, over several invocations and on a blocking route. The rules of what
 * they move are in the relay's RedriveIT, DiscardIT and OperationIT.
 */
final class RedriveIT {

  private static final String CONFIRMED =
      ", 'confirm': true, 'actor': 'ann', 'reason': 'repaired'}";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final ListedLetters letters = new ListedLetters();
  private final Operator operator = operator();

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  private Operator operator() {
    return new Operator(Operator.environment(database, Operator.blocking(name)), letters);
  }

  private long drain(String routes) {
    try (TestRelay relay = new TestRelay(database, Map.of("SLUICE_ROUTES", routes))) {
      return relay.run().published();
    }
  }

  private void kill(String routes, Predicate<OutboxMessage> which) {
    broker.answers(
        m ->
            which.test(m)
                ? new Rejected("REFUSED", "no room for order " + m.seq())
                : new Delivered("fake@" + m.seq()));
    drain(routes);
    broker.answers(m -> new Delivered("fake@" + m.seq()));
  }

  private static boolean isThird(OutboxMessage message) {
    return message.seq() == 3;
  }

  private long dead() {
    return database.count("outbox.held WHERE status = 'DEAD'");
  }

  @Test
  void dryRunAnswersWithWhatItWouldDo() {
    database.append("orders", 10, 2);
    kill(Operator.blocking(name), RedriveIT::isThird);
    Map<String, Object> answer = operator.ask("{'action': 'redrive', 'stream': 'orders'}");
    assertThat(answer)
        .containsEntry("action", "redrive")
        .containsEntry("dryRun", true)
        .containsEntry("filter", Map.of("stream", "orders"))
        .containsEntry("matched", 1)
        .containsEntry("matchedIsAtLeast", false)
        .containsEntry("keys", 1)
        .containsKey("toConfirm")
        .doesNotContainKey("operation");
    assertThat(map(answer, "order"))
        .containsEntry("keysWithLaterDelivered", 0)
        .containsEntry("keysWithLaterWaiting", 1);
    assertThat(list(answer, "samples"))
        .singleElement()
        .satisfies(
            sample ->
                assertThat(sample)
                    .containsEntry("seq", 3)
                    .containsEntry("key", "key-1")
                    .containsEntry("code", "REFUSED"));
    assertThat(list(answer, "groups"))
        .singleElement()
        .satisfies(
            group ->
                assertThat(group)
                    .containsEntry("count", 1)
                    .containsEntry("reason", "no room for order ?"));
    assertThat(answer.toString()).doesNotContain("payload").doesNotContain("{n=");
    assertThat(dead()).isEqualTo(1);
    assertThat(database.count("outbox.audit")).isZero();
  }

  @Test
  void redrivenEventGoesBeforeWhatItsKeyHeldBack() {
    database.append("orders", 10, 2);
    kill(Operator.blocking(name), RedriveIT::isThird);
    letters.fill(database);
    assertThat(operator.ask("{'action': 'redrive', 'stream': 'orders'" + CONFIRMED))
        .containsEntry("done", true)
        .containsEntry("affected", 1)
        .containsEntry("takenOffDeadLetterQueue", 1);
    assertThat(
            database.one(
                "SELECT action, actor, filter, affected, reason, operation IS NOT NULL FROM outbox.audit"))
        .isEqualTo("redrive|ann|{\"stream\":\"orders\"}|1|repaired|t");
    assertThat(drain(Operator.blocking(name))).isEqualTo(4);
    assertThat(broker.delivered().stream().map(OutboxMessage::seq).filter(seq -> seq % 2 == 1))
        .containsExactly(1L, 3L, 5L, 7L, 9L);
  }

  @Test
  void discardFreesTheKeyAndTheEventIsStillShown() {
    database.append("orders", 10, 2);
    kill(Operator.blocking(name), RedriveIT::isThird);
    assertThat(operator.ask("{'action': 'discard', 'stream': 'orders'" + CONFIRMED))
        .containsEntry("affected", 1)
        .containsEntry("done", true);
    assertThat(drain(Operator.blocking(name))).isEqualTo(3);
    assertThat(broker.delivered().stream().map(OutboxMessage::seq).filter(seq -> seq % 2 == 1))
        .containsExactly(1L, 5L, 7L, 9L);
    assertThat(
            database.one(
                """
                SELECT e.status, replace(e.receipt, a.operation::text, '*'), e.payload ->> 'n', a.actor, a.reason
                FROM outbox.events e, outbox.audit a WHERE e.seq = 3
                """))
        .isEqualTo("DISCARDED|operation * REFUSED: no room for order 3|3|ann|repaired");
  }

  @Test
  void refusedDiscardNamesTheFieldAndChangesNothing() {
    database.append("orders", 10, 2);
    kill(TestRelay.routeTo(name), RedriveIT::isThird);
    assertThatThrownBy(() -> operator.ask("{'action': 'discard', 'all': true" + CONFIRMED))
        .hasMessage(
            "discard was refused:\n  - 'acceptGap' must be true: later events of 1 of the keys were"
                + " delivered already, and consumers will never see these");
    assertThat(dead()).isEqualTo(1);
    assertThat(database.count("outbox.operation")).isZero();
  }

  @Test
  void killedInvocationIsResumedByAnother() {
    database.append("orders", 4_500, 50);
    kill(TestRelay.routeTo(name), _ -> true);
    letters.fill(database);
    AtomicInteger asked = new AtomicInteger();
    InvocationContext killing =
        new InvocationContext(
            () -> {
              if (asked.incrementAndGet() == 4) {
                throw new IllegalStateException("killed");
              }
              return 30_000;
            },
            null);
    try (Operator killed = operator()) {
      assertThatThrownBy(() -> killed.ask("{'action': 'redrive', 'all': true" + CONFIRMED, killing))
          .hasMessage("killed");
    }
    String operation = database.one("SELECT id FROM outbox.operation WHERE finished_at IS NULL");
    assertThat(dead()).isEqualTo(1_500);
    String go = "{'action': 'redrive', 'operation': '" + operation + "', 'actor': 'bob'}";
    assertThat(operator.ask(go)).containsEntry("affected", 4_500).containsEntry("done", true);
    assertThat(letters.copies()).as("also of what the killed one had moved").isEmpty();
    assertThat(dead()).isZero();
    assertThat(operator.ask(go)).as("again").containsEntry("affected", 4_500);
  }

  @Test
  void invocationThatIsNearlyOverEndsWithTheRequestThatGoesOn() {
    database.append("orders", 3_000, 50);
    kill(TestRelay.routeTo(name), _ -> true);
    AtomicInteger asked = new AtomicInteger();
    InvocationContext near =
        new InvocationContext(() -> asked.incrementAndGet() > 1 ? 1_000 : 30_000, null);
    Map<String, Object> answer =
        operator.ask("{'action': 'redrive', 'all': true" + CONFIRMED, near);
    assertThat(answer).containsEntry("affected", 1_000).containsEntry("done", false);
    String next = String.valueOf(answer.get("next"));
    assertThat(operator.ask(next.replace("}", ",\"actor\":\"ann\"}")))
        .containsEntry("affected", 3_000)
        .containsEntry("done", true);
  }
}
