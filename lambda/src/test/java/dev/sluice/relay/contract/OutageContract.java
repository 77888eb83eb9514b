package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** An outage costs time and nothing else. */
public interface OutageContract extends PublisherContract {

  @Override
  StoppableBroker broker();

  @Test
  default void stoppedBrokerIsUnavailableWithinTheTimeLimit() throws Exception {
    try (Trial trial = Trial.hasty(broker())) {
      broker().stop();
      try {
        assertUnavailable(trial.publish(Sample.messages(100, 10)));
      } finally {
        broker().start();
      }
    }
  }

  @Test
  default void samePublisherDeliversBeforeAndAfterAnOutage() throws Exception {
    try (Trial trial = Trial.hasty(broker())) {
      List<OutboxMessage> before = Sample.messages(50, 10);
      List<OutboxMessage> after = Sample.messages(50, 10);
      trial.publish(before).assertDelivered();
      broker().stop();
      try {
        assertUnavailable(trial.publish(after));
        assertUnavailable(trial.publish(after));
      } finally {
        broker().start();
      }
      trial.publishUntilDelivered(after);
      trial.assertHoldsAtLeast(before);
      trial.assertHoldsAtLeast(after);
    }
  }

  @Test
  default void outageAmidCallsLosesNothingAndBlamesNoMessage() throws Exception {
    try (Trial trial = Trial.hasty(broker())) {
      AtomicBoolean stopped = new AtomicBoolean();
      FutureTask<List<Call>> calls = Trial.run(() -> callsUntilOneFails(trial, stopped));
      List<Call> made;
      try {
        assertThat(trial.received(1)).isNotEmpty();
        broker().stop();
        stopped.set(true);
        made = calls.get();
      } finally {
        stopped.set(true);
        broker().start();
      }
      made.forEach(call -> call.assertDeliveredOr(Unavailable.class));
      assertThat(made.getLast().undelivered()).as("control: hit by the outage").isNotEmpty();
      trial.publishUntilDelivered(made.getLast().undelivered());
      trial.assertHoldsAtLeast(made.stream().flatMap(call -> call.messages().stream()).toList());
    }
  }

  /** The last one at the latest begins when nobody is there. */
  private static List<Call> callsUntilOneFails(Trial trial, AtomicBoolean stopped)
      throws Exception {
    List<Call> calls = new ArrayList<>();
    boolean last = false;
    while (!last && (calls.isEmpty() || calls.getLast().undelivered().isEmpty())) {
      last = stopped.get();
      calls.add(trial.publish(Sample.messages(500, 50)));
    }
    return calls;
  }

  private static void assertUnavailable(Call call) {
    assertThat(call.outcomes()).hasOnlyElementsOfType(Unavailable.class);
  }
}
