package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.SimulatedHeld.Status;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A lane whose time is over while a call is in flight. */
final class LaneEndTest {

  private static final Duration REMAINING = Duration.ofSeconds(20);

  /** The lane was told to end, and has not given up. */
  private static final Duration LATE = Duration.ofMillis(17_500);

  private final SimulatedDatabase database = new SimulatedDatabase(new Random(1));
  private final long end = database.nanos() + LATE.toNanos();
  private final Set<Long> delivered = new HashSet<>();
  private final List<Long> rejected = new ArrayList<>();
  private final List<OutboxMessage> letters = new ArrayList<>();

  /**
   * Rejects the first event of its first call, and takes that long that the lane's time is over.
   */
  private final class SlowPublisher implements PublisherProvider, Publisher {

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
      if (destination.target().equals("letters")) {
        letters.addAll(messages);
        return messages.stream().map(m -> (PublishOutcome) new Delivered("-")).toList();
      }
      database.pass(end - database.nanos());
      return messages.stream().map(this::outcome).toList();
    }

    private PublishOutcome outcome(OutboxMessage message) {
      if (rejected.isEmpty()) {
        rejected.add(message.seq());
        return new Rejected("BAD", "always");
      }
      boolean behind =
          database.application.committed().stream()
              .anyMatch(
                  event ->
                      event.seq() == rejected.getFirst()
                          && event.key().key().equals(message.key())
                          && event.key().stream().equals(message.stream()));
      if (behind) {
        return new PublishOutcome.NotSent();
      }
      delivered.add(message.seq());
      return new Delivered("-");
    }

    @Override
    public void close() {}
  }

  private void run(UnaryOperator<RelayConfig> change) {
    for (int i = 0; i < 200; i++) {
      database.application.step();
    }
    database.application.end();
    Map<String, String> settings = Map.of("SLUICE_LEASE", "30s", "SLUICE_BATCH", "1000");
    LoneLane lane =
        new LoneLane(database, new SlowPublisher(), settings, method -> null, change)
            .endsAfter(REMAINING);
    while (lane.turn()) {
      assertThat(database.nanos() - end).isLessThan(REMAINING.toNanos());
    }
    lane.release();
    assertThat(delivered).as("the control: it had something in flight").isNotEmpty();
  }

  @Test
  void whatWasInFlightIsSettled() {
    run(config -> config);
    assertThat(database.ledger).isEqualTo(delivered);
    assertThat(database.held.dead()).containsExactlyElementsOf(rejected);
  }

  @Test
  void noLetterIsSentAndItsEventIsOnlyFailed() {
    run(config -> DeadLetterQueues.with(config, "fake:letters"));
    assertThat(letters).isEmpty();
    assertThat(database.ledger).isEqualTo(delivered);
    assertThat(database.held.find(rejected.getFirst()))
        .satisfies(
            row -> {
              assertThat(row).isNotNull();
              assertThat(row.status()).isEqualTo(Status.FAILED);
            });
  }
}
