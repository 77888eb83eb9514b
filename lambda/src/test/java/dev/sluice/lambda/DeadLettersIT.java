package dev.sluice.lambda;

import static dev.sluice.emulators.StandInAnswer.accept;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInFate;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The copies of dead events in SQS; the rules of when one is made are in the relay's DeadLettersIT.
 */
final class DeadLettersIT {

  private final DeadLetterTrial trial = new DeadLetterTrial();

  @AfterEach
  void close() {
    trial.close();
  }

  @Test
  void rejectedEventIsCopiedWithItsMetadataAndTheReasonBeforeItIsDead() {
    trial.database.execute(
        """
        INSERT INTO outbox.event
          (id, stream, event_type, aggregate_type, aggregate_id, payload, headers)
        VALUES ('01900000-0000-7000-8000-000000000001', 'orders', 'Placed', 'Order', '42',
          '{"n": 1}', '{"tenant": "blue"}')
        """);
    trial.reject(1L);
    List<String> whenCopied = new CopyOnWriteArrayList<>();
    trial.queue.answers(
        _ -> {
          whenCopied.addAll(trial.database.rows("SELECT status FROM outbox.events"));
          return accept();
        });
    assertThat(trial.run().dead()).isEqualTo(1);
    assertThat(whenCopied).containsExactly("PENDING");
    assertThat(trial.states()).containsExactly("1|DEAD|1|BAD");
    assertThat(trial.queue.letters())
        .singleElement()
        .satisfies(
            letter ->
                assertThat(letter)
                    .containsEntry("id", "01900000-0000-7000-8000-000000000001")
                    .containsEntry("stream", "orders")
                    .containsEntry("type", "Placed")
                    .containsEntry("aggregateType", "Order")
                    .containsEntry("key", "42")
                    .containsEntry("destination", "fake:" + trial.name)
                    .containsEntry("attempts", "1")
                    .containsEntry("code", "BAD")
                    .containsEntry("reason", "not liked")
                    .containsEntry("headers", Map.of("tenant", "blue"))
                    .containsEntry("payload", Map.of("n", 1)));
    assertThat(trial.queue.attributes())
        .singleElement()
        .satisfies(
            attributes ->
                assertThat(attributes)
                    .containsEntry("dead-letter-code", "BAD")
                    .containsEntry("sluice-id", "01900000-0000-7000-8000-000000000001"));
  }

  @Test
  void everyCopyHasItsOwnFate() {
    trial.database.append("orders", 25, 25);
    trial.broker.answers(_ -> new Rejected("BAD", "not liked"));
    trial.queue.answers(
        _ ->
            StandInAnswer.entries(
                entry ->
                    entry.body().contains("\"key\":\"key-7\"")
                        ? StandInFate.failed("InternalError", "", false)
                        : StandInFate.ok()));
    assertThat(trial.run().dead()).isEqualTo(24);
    assertThat(trial.database.rows("SELECT seq FROM outbox.held WHERE status = 'FAILED'"))
        .containsExactly("7");
    assertThat(trial.copied("key")).hasSize(24).doesNotHaveDuplicates().doesNotContain("key-7");
  }

  @Test
  void payloadThatTheQueueCannotHoldIsLeftOut() {
    trial.database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload)
        VALUES ('orders', 'Large', to_json(repeat('x', 1100000))), ('orders', 'Small', '"x"')
        """);
    trial.reject(1L, 2L);
    assertThat(trial.run().dead()).isEqualTo(2);
    assertThat(trial.queue.letters())
        .extracting(letter -> letter.get("type"), letter -> letter.get("payload"))
        .containsExactlyInAnyOrder(tuple("Small", "x"), tuple("Large", null));
    assertThat(trial.copied("payloadOmitted"))
        .filteredOn(Objects::nonNull)
        .singleElement()
        .asString()
        .startsWith("1100002 bytes");
  }
}
