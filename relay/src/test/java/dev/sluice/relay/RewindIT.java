package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Outbox.LeaseRequest;
import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.Outbox.ReadResult;
import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.postgres.OutboxStore;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two dead events of one key come back, one on each side of the place up to which a lane has read.
 */
final class RewindIT {

  private static final Duration TTL = Duration.ofSeconds(30);

  private final TestDatabase database = new TestDatabase();
  private final Outbox outbox = new OutboxStore(database.relaySource(), true);
  private Lease lease = new Lease(0, List.of());

  @BeforeEach
  void bringBack() {
    lease = outbox.lease(new LeaseRequest("test", null, null, TTL, TTL));
    database.append("orders", 4, 1);
    database.execute(
        "INSERT INTO outbox.stream_state (kind, name, rewinds) VALUES ('stream', 'orders', 1)");
  }

  @AfterEach
  void drop() {
    outbox.close();
    database.close();
  }

  private ReadResult read(long after, long rewinds) {
    Share share = new Share("orders", after, 1000, true, false, false, rewinds);
    return outbox.read(
        new ReadRequest(
            lease.numbers(),
            List.of(share),
            List.of(),
            List.of(),
            List.of("orders"),
            List.of(),
            100));
  }

  @Test
  void laneThatDoesNotKnowReadsNothingBehindItsPlaceAndLearnsOfIt() {
    ReadResult result = read(2, 0);
    assertThat(result.events()).isEmpty();
    assertThat(result.rewinds()).containsEntry("orders", 1L);
  }

  /** The control: a lane that asked for no more than 'what is behind my place' would overtake. */
  @Test
  void laneThatKnowsReadsOn() {
    assertThat(read(2, 1).events()).extracting(OwedEvent::seq).containsExactly(3L, 4L);
  }

  @Test
  void readFromTheStartIsComplete() {
    assertThat(read(0, 0).events()).extracting(OwedEvent::seq).containsExactly(1L, 2L, 3L, 4L);
  }

  /** Its answer was lost, so it is settled again; in between somebody has replayed the event. */
  @Test
  void settlingAgainDoesNotTakeAReplayedEventForTheDeliveredOne() {
    OwedEvent event = read(0, 0).events().getFirst();
    List<Settlement> delivered = List.of(new Settlement.Published(event, "fake:x", "1"));
    outbox.settle(lease.token(), delivered);
    database.execute(
        "INSERT INTO outbox.event (id, stream, event_type, aggregate_id, payload) VALUES ('%s', 'orders', 'Counted', 'key-0', '{}')"
            .formatted(event.message().id()));
    outbox.settle(lease.token(), delivered);
    assertThat(database.count("outbox.event WHERE id::text = ?", event.message().id().toString()))
        .isEqualTo(1);
    assertThat(database.count("outbox.published")).isEqualTo(1);
  }
}
