package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.emulators.Planted;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead events are given up. */
final class DiscardIT {

  private static final String DISCARD =
      "{'action': 'discard', 'stream': 'orders', 'confirm': true, 'actor': 'ann', 'reason': 'sent by hand'";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private long drain(String routes) {
    try (TestRelay relay = new TestRelay(database, Map.of("SLUICE_ROUTES", routes))) {
      return relay.run().published();
    }
  }

  private Map<String, Object> ask(String routes, String request) {
    try (Operator operator = new Operator(Operator.environment(database, routes))) {
      return operator.ask(request);
    }
  }

  private void thirdIsRefused() {
    database.append("orders", 10, 2);
    broker.answers(m -> m.seq() == 3 ? new Rejected("BAD", "no") : new Delivered(""));
  }

  @Test
  void underBlockItFreesTheKeyAndKeepsTheEvent() {
    thirdIsRefused();
    String blocking = Operator.blocking(name);
    assertThat(drain(blocking)).isEqualTo(6);
    assertThat(ask(blocking, DISCARD + "}"))
        .containsEntry("affected", 1)
        .containsEntry("done", true);
    assertThat(drain(blocking)).isEqualTo(3);
    assertThat(broker.delivered().stream().map(OutboxMessage::seq).filter(seq -> seq % 2 == 1))
        .containsExactly(1L, 5L, 7L, 9L);
    assertThat(
            database.one(
                """
                SELECT p.seq, p.status, p.last_error_code, p.payload, p.operation = a.operation, a.actor, a.reason
                FROM outbox.published p, outbox.audit a WHERE p.status <> 'PUBLISHED'
                """))
        .isEqualTo(
            "3|DISCARDED|BAD|{\"n\" : 3, \"card\" : \"%s\"}|t|ann|sent by hand"
                .formatted(Planted.CARD));
  }

  @Test
  void gapBehindWhichConsumersAreAlreadyMustBeAcknowledged() {
    thirdIsRefused();
    String routes = TestRelay.routeTo(name);
    assertThat(drain(routes)).isEqualTo(9);
    assertThatThrownBy(() -> ask(routes, DISCARD + "}"))
        .hasMessageContaining(
            "'acceptGap' must be true: later events of 1 of the keys were delivered already");
    assertThat(database.count("outbox.event WHERE status = 'DEAD'")).isEqualTo(1);
    assertThat(database.count("outbox.operation")).isZero();
    assertThat(ask(routes, DISCARD + ", 'acceptGap': true}")).containsEntry("affected", 1);
    assertThat(database.count("outbox.event")).isZero();
  }

  @Test
  void dayWithoutAPartitionIsMade() {
    thirdIsRefused();
    drain(Operator.blocking(name));
    String find =
        "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'outbox.published'::regclass";
    database.rows(find).forEach(day -> database.execute("DROP TABLE " + day));
    assertThat(ask(Operator.blocking(name), DISCARD + "}")).containsEntry("affected", 1);
  }
}
