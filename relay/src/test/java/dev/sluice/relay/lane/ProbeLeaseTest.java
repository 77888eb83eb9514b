package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** While the database says who may probe, the lane's lease may end, or its time. */
final class ProbeLeaseTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  private final SimulatedDatabase database = new SimulatedDatabase(new Random(1));
  private final AtomicInteger asked = new AtomicInteger();
  private final List<Integer> calls = new ArrayList<>();

  private final class DownPublisher implements PublisherProvider, Publisher {

    @Override
    public String scheme() {
      return "fake";
    }

    @Override
    public Publisher open(PublisherContext context) {
      return this;
    }

    @Override
    public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
      calls.add(messages.size());
      return Collections.nCopies(messages.size(), new Unavailable("DOWN", "nobody answers"));
    }

    @Override
    public void close() {}
  }

  /**
   * @param wait how long the database takes to answer
   */
  private LoneLane lane(Map<String, String> settings, Duration wait) {
    return new LoneLane(
        database,
        new DownPublisher(),
        settings,
        method -> {
          if (method.equals("takeProbe")) {
            asked.incrementAndGet();
            database.pass(wait.toNanos());
          }
          return null;
        });
  }

  private void turns(LoneLane lane, int probes) {
    database.application.commit(20);
    for (int i = 0; i < 5_000 && asked.get() < probes; i++) {
      lane.turn();
    }
    lane.turn();
    assertThat(asked.get()).isGreaterThanOrEqualTo(probes);
  }

  /** The control. */
  @Test
  void laneThatMayProbeSends() {
    turns(lane(Map.of(), Duration.ZERO), 5);
    assertThat(calls).hasSizeBetween(5, 6).containsOnly(1);
  }

  @Test
  void nothingIsSentWhenTheLeaseEndedWhileTheProbeWasTaken() {
    turns(lane(Map.of(), TTL), 5);
    assertThat(calls).as("the call that opened the breaker").hasSize(1);
  }

  @Test
  void nothingIsSentWhenTheLaneWasToldToEndWhileTheProbeWasTaken() {
    Duration remaining = Duration.ofSeconds(40);
    LoneLane lane = lane(Map.of("SLUICE_LEASE", "90s"), remaining).endsAfter(remaining);
    turns(lane, 1);
    assertThat(calls).hasSize(1);
    assertThat(asked).hasValue(1);
  }
}
