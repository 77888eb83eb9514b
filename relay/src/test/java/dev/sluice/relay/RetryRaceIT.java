package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Event 1 fails; event 2 of its key is held back while the lane reads past it. A read has begun and
 * looks at the table only after the retry of 1 was settled: then nothing holds event 3 back there.
 */
final class RetryRaceIT {

  private static final String INSERT =
      "INSERT INTO outbox.event (stream, event_type, partition_key, payload)"
          + " VALUES ('orders', 'E', '%s', '{}')";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicBoolean due = new AtomicBoolean();
  private final AtomicBoolean read = new AtomicBoolean();
  private final CountDownLatch retrying = new CountDownLatch(1);
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch settled = new CountDownLatch(1);
  private final CountDownLatch delivered = new CountDownLatch(3);

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void newEventDoesNotOvertakeWhatWaitedBehindARetry() throws Exception {
    database.execute(INSERT.formatted("k"));
    broker.before(this::publishing).answers(this::answer);
    Map<String, String> settings =
        Map.of(
            "SLUICE_MODE", "LOOP", "SLUICE_RETRY", "10m", "SLUICE_ROUTES", TestRelay.routeTo(name));
    try (TestRelay relay = new TestRelay(database, settings, this::beforeRead, this::settled)) {
      var running = relay.start(new Invocation(null, false), Duration.ofSeconds(8));
      assertThat(delivered.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(running.get(3, TimeUnit.MINUTES).published()).isGreaterThanOrEqualTo(3);
    }
    assertThat(read).as("a read was under way").isTrue();
    assertThat(ofKey()).isSorted().hasSize(3);
  }

  private List<Long> ofKey() {
    return broker.delivered().stream()
        .filter(message -> message.key().equals("k"))
        .map(OutboxMessage::seq)
        .toList();
  }

  private PublishOutcome answer(OutboxMessage message) {
    if (message.seq() == 1 && message.attempt() == 1) {
      return new PublishOutcome.Retryable("FLAKY", "not this time");
    }
    if (message.key().equals("k")) {
      delivered.countDown();
    }
    return new PublishOutcome.Delivered("fake@" + message.seq());
  }

  private void publishing(List<OutboxMessage> messages) {
    if (messages.stream().anyMatch(message -> message.seq() == 1 && message.attempt() == 2)) {
      retrying.countDown();
      await(reading);
    }
  }

  private void settled(List<Settlement> settlements) {
    for (Settlement settlement : settlements) {
      switch (settlement) {
        case Settlement.Failed ignored -> {
          database.execute(INSERT.formatted("k"));
          failed.set(true);
        }
        case Settlement.Published published when published.event().retry() -> settled.countDown();
        case Settlement.Published ignored -> {}
        case Settlement.Dead ignored -> {}
      }
    }
  }

  /** Other keys' events keep the lane reading on from its place instead of sweeping. */
  private void beforeRead(ReadRequest request) {
    long after = request.shares().stream().mapToLong(Outbox.Share::after).min().orElse(0);
    if (!failed.get() || read.get()) {
      return;
    }
    if (after < 3) {
      database.execute(INSERT.formatted("other"));
    } else if (due.compareAndSet(false, true)) {
      database.execute("UPDATE outbox.event SET next_retry_at = now() WHERE status = 'FAILED'");
    } else if (retrying.getCount() == 0 && read.compareAndSet(false, true)) {
      reading.countDown();
      await(settled);
      database.execute(INSERT.formatted("k"));
    } else {
      database.execute(INSERT.formatted("other"));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
