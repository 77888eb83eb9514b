package dev.sluice.lambda;

import static dev.sluice.emulators.StandInAnswer.accept;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInFate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The dead-letter queue is down, or the lane that asks it is. */
final class DeadLetterOutageIT {

  private final DeadLetterTrial trial = new DeadLetterTrial();

  @AfterEach
  void close() {
    trial.close();
  }

  static Stream<Arguments> outages() {
    return Stream.of(
        Arguments.argumentSet("drops", StandInAnswer.dropped(), "OUTAGE"),
        Arguments.argumentSet(
            "fails", StandInAnswer.refused(503, "ServiceUnavailable", ""), "ServiceUnavailable"),
        Arguments.argumentSet(
            "denies", StandInAnswer.refused(403, "AccessDenied", ""), "AccessDenied"),
        Arguments.argumentSet(
            "is missing",
            StandInAnswer.refused(400, "AWS.SimpleQueueService.NonExistentQueue", ""),
            "NonExistentQueue"),
        Arguments.argumentSet(
            "fails the entry",
            StandInAnswer.entries(_ -> StandInFate.failed("InternalError", "", false)),
            "InternalError"));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void whileTheQueueIsDownTheEventIsTriedAgainAndItsKeyWaits(StandInAnswer outage, String code) {
    trial.database.append("orders", 6, 2);
    trial.reject(3L);
    trial.queue.answers(_ -> outage);
    assertThat(trial.run().published()).isEqualTo(4); // the other key's three, and seq 1
    assertThat(trial.states()).containsExactly("3|FAILED|1|BAD", "5|WAITING|0|null");
    assertThat(trial.database.one("SELECT last_error FROM outbox.held WHERE seq = 3"))
        .startsWith("not liked; the dead-letter queue has not taken it: ")
        .contains(code);
    trial.makeDue();
    assertThat(trial.run().published()).isZero();
    assertThat(trial.states()).containsExactly("3|FAILED|2|BAD", "5|WAITING|0|null");
    assertThat(trial.queue.letters()).isEmpty();
    assertThat(trial.database.count("outbox.state WHERE kind = 'destination'"))
        .as("breakers")
        .isZero();

    trial.queue.answers(_ -> accept());
    trial.makeDue();
    assertThat(trial.run().published()).isEqualTo(1);
    assertThat(trial.states()).containsExactly("3|DEAD|3|BAD");
    assertThat(trial.copied("attempts")).containsExactly("3");
    assertThat(trial.tried()).filteredOn(seq -> seq == 3).hasSize(3);
    assertThat(trial.delivered()).last().isEqualTo(5L);
  }

  @Test
  void copyWhoseAnswerIsLostIsSentAgain() {
    trial.database.append("orders", 1, 1);
    trial.reject(1L);
    trial.queue.answers(
        call -> call.number() == 1 ? StandInAnswer.acceptedThenDropped() : accept());
    assertThat(trial.run().dead()).isEqualTo(1);
    assertThat(trial.copied("id")).hasSize(2).containsOnly(trial.copied("id").getFirst());
  }
}
