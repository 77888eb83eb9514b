package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stream with too many blocked keys is not read further until they clear. */
final class FullStreamIT {

  private static final String APPEND =
      """
      INSERT INTO outbox.event (stream, event_type, partition_key, payload)
      SELECT '%s', 'T', '%s' || i, '{}' FROM generate_series(1, %d) i
      """;
  private static final String HELD = "SELECT count(*) FROM outbox.held";
  private static final int MOST = BlockedKeys.MOST_OF_STREAM;

  private final DrainedDatabase drained = new DrainedDatabase("*", ",\"retry\":\"1h..1h\"", "");

  @AfterEach
  void drop() {
    drained.close();
  }

  private void append(String stream, String keys, int events) {
    drained.database.execute(APPEND.formatted(stream, keys, events));
  }

  private void fail(String stream) {
    drained.broker.answers(
        m -> m.stream().equals(stream) ? new Retryable("BUSY", "this time") : new Delivered("-"));
  }

  private void makeDue() {
    drained.database.execute(
        "UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
  }

  @Test
  void fullStreamIsReadAgainWhenItsKeysAreFree() {
    append("full", "k", 20);
    fail("full");
    drained.run("lane", 10);
    append("full", "new", 100);
    append("other", "k", 100);
    LaneReport report = drained.run("lane", 10);
    assertThat(report.published()).isEqualTo(100);
    assertThat(report.stopped()).isEqualTo("drained");
    assertThat(drained.database.rows(HELD)).as("nothing more is held").containsExactly("20");

    drained.broker.answers(message -> new Delivered("-"));
    makeDue();
    assertThat(drained.run("lane", 10).published()).isEqualTo(120);
    drained.assertDeliveredOnceAndInOrder();
    drained.assertAccounted();
  }

  /** The control: as many blocked keys are no reason while the limit is higher. */
  @Test
  void streamWithFewerBlockedKeysIsReadFurther() {
    append("full", "k", 20);
    fail("full");
    drained.run("lane", 21);
    append("full", "new", 100);
    drained.run("lane", 21);
    assertThat(drained.database.rows(HELD)).containsExactly("120");
  }

  /** Keys of the largest size that the schema allows. */
  @Test
  void laneStandsTenThousandBlockedKeys() {
    append("full", "k".repeat(2000), MOST + 500);
    fail("full");
    drained.run("lane");
    int held = Integer.parseInt(drained.database.rows(HELD).getFirst());
    assertThat(held).as("what was under way is held too").isBetween(MOST, MOST + 500);
    assertLeaseIsCheap(held);

    append("full", "new", 1000);
    append("other", "k", 1000);
    assertThat(drained.run("lane").published()).isEqualTo(1000);

    drained.broker.answers(message -> new Delivered("-"));
    makeDue();
    assertThat(drained.run("lane").published()).isEqualTo(MOST + 1500);
    drained.assertAccounted();
  }

  private void assertLeaseIsCheap(int keys) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (PostgresLog log = drained.database.log()) {
      long before = threads.getCurrentThreadAllocatedBytes();
      long began = System.nanoTime();
      Lease lease =
          log.lease(
              new LeaseRequest(
                  "test",
                  null,
                  ShardSet.NONE,
                  ShardSet.ALL,
                  Duration.ZERO,
                  Duration.ofSeconds(30)));
      long millis = (System.nanoTime() - began) / 1_000_000;
      long megabytes = (threads.getCurrentThreadAllocatedBytes() - before) >> 20;
      assertThat(lease.blocked().size()).isEqualTo(keys);
      assertThat(megabytes).isLessThan(100);
      assertThat(millis).as("a hang at most").isLessThan(20_000);
      log.release(lease.token());
    }
  }
}
