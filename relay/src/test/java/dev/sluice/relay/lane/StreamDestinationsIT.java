package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A route with {stream} in its destination. */
final class StreamDestinationsIT {

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private String route(String pattern, String target) {
    return "{\"stream\":\"%s\",\"destination\":\"fake:%s-%s\"}"
        .formatted(pattern, database.name(), target);
  }

  private LaneReport run(String... routes) {
    Map<String, String> settings =
        Map.of(
            "SLUICE_ROUTES",
            "[" + String.join(",", routes) + "]",
            "SLUICE_LEASE",
            "3m",
            "SLUICE_PUBLISH_TIMEOUT",
            "80s");
    try (TestRelay relay = new TestRelay(database, settings)) {
      return relay.run(Invocation.WHOLE, Duration.ofMinutes(5));
    }
  }

  private FakeBroker broker(String target) {
    return FakeBroker.named(database.name() + "-" + target);
  }

  private static List<Long> seqs(FakeBroker broker, String key) {
    return broker.delivered().stream()
        .filter(message -> message.key().equals(key))
        .map(OutboxMessage::seq)
        .toList();
  }

  @Test
  void eachStreamGoesToItsOwnDestinationAndTheLedgerNamesIt() {
    database.append("orders.eu", 30, 3);
    database.append("orders.us", 20, 3);
    assertThat(run(route("orders.*", "app.{stream}")).published()).isEqualTo(50);
    assertThat(broker("app.orders.eu").delivered()).hasSize(30);
    assertThat(broker("app.orders.us").delivered()).hasSize(20);
    assertThat(
            database.rows(
                "SELECT DISTINCT stream, replace(destination, ?, '') FROM outbox.delivery ORDER BY 1",
                database.name()))
        .containsExactly("orders.eu|fake:-app.orders.eu", "orders.us|fake:-app.orders.us");
  }

  @Test
  void destinationOfOneStreamThatIsDownStopsNoOtherStream() {
    broker("down").answers(message -> new Unavailable("DOWN", "nobody answers"));
    database.append("down", 5, 1);
    database.append("up", 5, 1);
    LaneReport report = run(route("*", "{stream}"));
    assertThat(report.published()).isEqualTo(5);
    assertThat(report.openBreakers()).isEqualTo(1);
    assertThat(database.rows("SELECT name FROM outbox.state WHERE breaker_open_until IS NOT NULL"))
        .containsExactly("fake:" + database.name() + "-down");
  }

  @Test
  void streamWhoseNameCannotStandThereStopsNoNeighbourAndLosesNothing() {
    database.append("a b", 9, 3);
    database.append("fine", 9, 3);
    LaneReport report = run(route("*", "{stream}"));
    assertThat(report.published()).isEqualTo(9);
    assertThat(report.unroutedStreams()).isEqualTo(1);
    assertThat(report.dead() + report.failed()).isZero();
    assertThat(run(route("a *", "ab"), route("*", "{stream}")).published()).isEqualTo(9);
    for (int key = 0; key < 3; key++) {
      assertThat(seqs(broker("ab"), "key-" + key)).hasSize(3).isSorted();
    }
  }

  /** All of them hang at the same time, and then they answer. */
  @Test
  void moreDestinationsThanThreadsAreAllServed() throws Exception {
    int streams = 2 * Tasks.MOST_SENDERS + 50;
    CountDownLatch all = new CountDownLatch(Tasks.MOST_SENDERS);
    CountDownLatch tooMany = new CountDownLatch(Tasks.MOST_SENDERS + 1);
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 1; i <= streams; i++) {
      broker("s" + i)
          .answers(
              message -> {
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                all.countDown();
                tooMany.countDown();
                await(all, Duration.ofMinutes(1));
                if (inFlight.get() >= Tasks.MOST_SENDERS) {
                  await(tooMany, Duration.ofSeconds(1)); // time for one more than there may be
                }
                inFlight.decrementAndGet();
                return new Delivered("-");
              });
    }
    database.execute(
        "INSERT INTO outbox.event (stream, event_type, payload) SELECT 's' || i, 'T', '{}' FROM generate_series(1, "
            + streams
            + ") i");
    assertThat(run(route("*", "{stream}")).published()).isEqualTo(streams);
    assertThat(most).hasValue(Tasks.MOST_SENDERS);
    assertThat(
            IntStream.rangeClosed(1, streams).filter(i -> broker("s" + i).delivered().size() != 1))
        .isEmpty();
  }

  private static void await(CountDownLatch latch, Duration time) {
    try {
      latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
