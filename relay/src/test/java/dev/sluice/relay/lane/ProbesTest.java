package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.FakeBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which event tries a destination that is down: one of the log and a held one in turn. */
final class ProbesTest {

  private static final long NOW = Duration.ofDays(1).toNanos();
  private static final EventKey KEY = new EventKey("orders", "k");

  private final Strands strands = new Strands(stream -> true);
  private final BlockedKeys blocked = new BlockedKeys(100, new Random(1));
  private final Destinations destinations = destinations();
  private final Probes probes = new Probes(strands, blocked, destinations);
  private final DestinationQueue queue = Objects.requireNonNull(destinations.queueOf("orders"));

  private static Destinations destinations() {
    String routes = "[{\"stream\":\"*\",\"destination\":\"fake:place\"}]";
    PublisherContext context = new PublisherContext(Map.of(), Duration.ofSeconds(1));
    return new Destinations(
        RelayConfig.parse(Environments.with(Map.of("SLUICE_ROUTES", routes)))
            .subscriptions()
            .getFirst(),
        new Publishers(List.of(new FakeBroker.Provider()), context),
        new Listeners(System::nanoTime));
  }

  /** The destination is down, its probe is due, and the log has an event for it. */
  @BeforeEach
  void breakerIsOpen() {
    strands.take(List.of(Progress.none(ShardSet.ALL)));
    Snapshot now = new Snapshot(9, 9, List.of(), 1);
    strands.learn(
        strands.since(), new News(now, List.of(new News.Fresh("orders", ShardSet.ALL, 7, 1))));
    queue.breaker.open(NOW, NOW);
  }

  private static LogEvent event() {
    OutboxMessage message =
        new OutboxMessage(
            5,
            new UUID(0, 5),
            KEY.stream(),
            "T",
            null,
            null,
            KEY.key(),
            new byte[0],
            false,
            "application/json",
            Map.of(),
            Instant.EPOCH,
            1);
    return new LogEvent(message, 0, 4, 0, false, null);
  }

  private Probes.Candidate taken() {
    return probes.take(NOW).orElseThrow();
  }

  @Test
  void theyTakeTurns() {
    blocked.hold(event(), NOW);
    blocked.settled(KEY);
    queue.probedHeld = true;
    assertThat(taken().strand()).extracting(strand -> strand.stream).containsExactly("orders");
    queue.probedHeld = false;
    assertThat(taken().key()).containsExactly(KEY);
  }

  @Test
  void logIsNotReadAgainWhileWhatWasFoundThereIsOnItsWayToTheHeldEvents() {
    queue.probedHeld = false;
    blocked.hold(event(), NOW);
    assertThat(probes.take(NOW)).isEmpty();
    assertThat(probes.areDue(NOW)).as("a lane in DRAIN waits for it").isTrue();
    blocked.settled(KEY);
    assertThat(taken().key()).containsExactly(KEY);
  }

  @Test
  void logTriesWhereNoKeyIsHeld() {
    queue.probedHeld = false;
    assertThat(taken().strand()).hasSize(1);
  }
}
