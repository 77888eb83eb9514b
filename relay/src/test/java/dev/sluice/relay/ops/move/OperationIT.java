package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.RefusedException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was confirmed is done in chunks, and goes on where it stopped. */
final class OperationIT {

  private static final String CONFIRMED = ", 'confirm': true, 'actor': 'ann'}";

  private final MovedOutbox outbox = new MovedOutbox();

  @AfterEach
  void drop() {
    outbox.close();
  }

  /** The process is killed after the third chunk. */
  private String killedAfterThreeChunks(String request) {
    AtomicInteger asked = new AtomicInteger();
    Deadline killing =
        new Deadline(
            () -> {
              if (asked.incrementAndGet() == 4) {
                throw new IllegalStateException("killed");
              }
              return 30_000;
            },
            millis -> {});
    assertThatThrownBy(() -> outbox.ask(request, killing)).hasMessage("killed");
    return outbox.one("SELECT id FROM outbox.operation WHERE finished_at IS NULL");
  }

  @Test
  void killedRedriveIsResumedWhereItStopped() {
    outbox.append("orders", 2_500, 50);
    outbox.append("other", 2_500, 50);
    outbox.kill(m -> true);
    outbox.copyTheDead();
    String operation = killedAfterThreeChunks("{'action': 'redrive', 'all': true" + CONFIRMED);
    assertThat(outbox.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(2_000);
    assertThat(outbox.one("SELECT affected FROM outbox.audit")).isEqualTo("3000");

    String go = "{'action': 'redrive', 'operation': '" + operation + "', 'actor': 'bob'}";
    assertThat(outbox.ask(go)).containsEntry("affected", 5_000).containsEntry("done", true);
    assertThat(outbox.letters.copies()).as("also of what the killed one had moved").isEmpty();
    assertThat(outbox.count("outbox.held WHERE status = 'DEAD'")).isZero();
    assertThat(outbox.one("SELECT affected FROM outbox.audit")).isEqualTo("5000");
    assertThat(outbox.one("SELECT changes FROM outbox.state WHERE kind = 'held'"))
        .as("of each chunk")
        .isEqualTo("5");
    assertThat(outbox.ask(go)).as("again").containsEntry("affected", 5_000);
  }

  @Test
  void killedReplayIsResumedWhereItStopped() {
    outbox.append("a", 2_500, 50);
    outbox.append("b", 1_500, 50);
    outbox.append("c", 10, 1);
    outbox.drain();
    String operation = killedAfterThreeChunks("{'action': 'replay', 'all': true" + CONFIRMED);
    assertThat(outbox.count("outbox.held")).isEqualTo(3_000);
    assertThat(outbox.count("outbox.held WHERE stream = 'b'")).isEqualTo(500);
    assertThat(outbox.drain().published()).as("by the lane meanwhile").isEqualTo(3_000);
    String go = "{'action': 'replay', 'operation': '" + operation + "', 'actor': 'bob'}";
    assertThat(outbox.ask(go)).containsEntry("affected", 4_010).containsEntry("done", true);
    assertThat(outbox.drain().published()).isEqualTo(1_010);
    assertThat(outbox.broker.delivered()).hasSize(2 * 4_010);
    assertThat(outbox.one("SELECT affected FROM outbox.audit")).isEqualTo("4010");
  }

  @Test
  void timeThatIsNearlyUpEndsItWithTheWayToGoOn() {
    outbox.append("orders", 3_000, 50);
    outbox.kill(m -> true);
    AtomicInteger asked = new AtomicInteger();
    Deadline near = new Deadline(() -> asked.incrementAndGet() > 1 ? 1_000 : 30_000, m -> {});
    Map<String, Object> answer = outbox.ask("{'action': 'redrive', 'all': true" + CONFIRMED, near);
    assertThat(answer).containsEntry("affected", 1_000).containsEntry("done", false);
    String next = String.valueOf(answer.get("next"));
    assertThat(outbox.ask(next.replace("}", ",\"actor\":\"ann\"}")))
        .containsEntry("affected", 3_000)
        .containsEntry("done", true);
  }

  @Test
  void noMoreThanSoManyAMinute() {
    outbox.append("orders", 30, 3);
    outbox.kill(m -> true);
    Deadline impatient = new Deadline(() -> 30_000, millis -> {});
    Map<String, Object> answer =
        outbox.ask("{'action': 'redrive', 'all': true, 'perMinute': 10" + CONFIRMED, impatient);
    assertThat(answer).containsEntry("affected", 10).containsEntry("done", false);
    assertThat((Integer) answer.get("continueInSeconds")).isBetween(50, 60);
    String go =
        "{'action': 'redrive', 'actor': 'ann', 'operation': '" + answer.get("operation") + "'}";
    assertThat(outbox.ask(go)).as("too soon").containsEntry("affected", 10);
    outbox.database.execute("UPDATE outbox.operation SET minute_began = now() - interval '1 min'");
    assertThat(outbox.ask(go)).as("a minute later").containsEntry("affected", 20);
    assertThat(outbox.rows("SELECT seq FROM outbox.held WHERE status = 'DEAD'"))
        .as("in order")
        .hasSize(10)
        .contains("21", "30");
  }

  @Test
  void replayIsLimitedToo() {
    outbox.append("a", 7, 3);
    outbox.append("b", 7, 3);
    outbox.drain();
    Map<String, Object> answer =
        outbox.ask("{'action': 'replay', 'all': true, 'perMinute': 10" + CONFIRMED);
    assertThat(answer).containsEntry("affected", 10).containsEntry("done", false);
    outbox.database.execute("UPDATE outbox.operation SET minute_began = now() - interval '1 min'");
    assertThat(
            outbox.ask(
                "{'action': 'replay', 'actor': 'ann', 'operation': '"
                    + answer.get("operation")
                    + "'}"))
        .containsEntry("affected", 14)
        .containsEntry("done", true);
  }

  @Test
  void whatIsAppendedLaterIsNotMeant() {
    outbox.append("orders", 10, 1);
    outbox.drain();
    Map<String, Object> answer =
        outbox.ask("{'action': 'replay', 'all': true, 'perMinute': 5" + CONFIRMED);
    outbox.append("orders", 10, 1);
    outbox.drain();
    outbox.database.execute(
        "UPDATE outbox.operation SET minute_began = now() - interval '1 min', per_minute = NULL");
    assertThat(
            outbox.ask(
                "{'action': 'replay', 'actor': 'ann', 'operation': '"
                    + answer.get("operation")
                    + "'}"))
        .containsEntry("affected", 10);
  }

  @Test
  void operationOfANewerReleaseIsRefused() {
    outbox.append("orders", 3, 3);
    outbox.kill(m -> true);
    outbox.database.execute(
        """
        INSERT INTO outbox.operation (id, action, actor, filter, until_seq)
        VALUES ('01a1ef97-3a0c-7b80-a2f9-000000000001', 'discard', 'ann', '{"stream":"orders","region":"eu"}', 3)
        """);
    assertThatThrownBy(
            () ->
                outbox.ask(
                    "{'action': 'discard', 'operation': '01a1ef97-3a0c-7b80-a2f9-000000000001', 'actor': 'a'}"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("the stored filter was refused:\n  - 'region' is unknown");
    assertThat(outbox.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(3);
  }
}
