package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
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
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      broker().stop();
      try {
        harness.publish(Sample.messages(100, 10)).assertUnavailable();
      } finally {
        broker().start();
      }
    }
  }

  @Test
  default void samePublisherDeliversBeforeAndAfterAnOutage() throws Exception {
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      List<OutboxMessage> before = Sample.messages(50, 10);
      List<OutboxMessage> after = Sample.messages(50, 10);
      harness.publish(before).assertDelivered();
      broker().stop();
      try {
        harness.publish(after).assertUnavailable();
        harness.publish(after).assertUnavailable();
      } finally {
        broker().start();
      }
      harness.publishUntilDelivered(after);
      harness.assertHoldsAtLeast(before);
      harness.assertHoldsAtLeast(after);
    }
  }

  @Test
  default void outageAmidCallsLosesNothingAndBlamesNoMessage() throws Exception {
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      AtomicBoolean stopped = new AtomicBoolean();
      FutureTask<List<Call>> calls =
          PublisherHarness.run(() -> callsUntilOneFails(harness, stopped));
      List<Call> made;
      try {
        assertThat(harness.received(1)).isNotEmpty();
        broker().stop();
        stopped.set(true);
        made = calls.get();
      } finally {
        stopped.set(true);
        broker().start();
      }
      made.forEach(call -> call.assertDeliveredOr(Unavailable.class, NotSent.class));
      assertThat(made.getLast().undelivered()).as("control: hit by the outage").isNotEmpty();
      harness.publishUntilDelivered(made.getLast().undelivered());
      harness.assertHoldsAtLeast(made.stream().flatMap(call -> call.messages().stream()).toList());
    }
  }

  /** The last one at the latest begins when nobody is there. */
  private static List<Call> callsUntilOneFails(PublisherHarness harness, AtomicBoolean stopped)
      throws Exception {
    List<Call> calls = new ArrayList<>();
    boolean last = false;
    while (!last && (calls.isEmpty() || calls.getLast().undelivered().isEmpty())) {
      last = stopped.get();
      calls.add(harness.publish(Sample.messages(500, 50)));
    }
    return calls;
  }
}
