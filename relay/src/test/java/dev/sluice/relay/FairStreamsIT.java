package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import dev.sluice.relay.testing.WatchedLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many streams, and small ones beside a large one. */
final class FairStreamsIT {

  private static final String INSERT =
      "INSERT INTO outbox.event (stream, event_type, partition_key, payload) VALUES ('%s', 'E', '%s', '%s')";
  private static final int BACKLOG = Volume.of(50_000, 500_000);

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private TestRelay relay(Map<String, String> more, Consumer<String> before) {
    Map<String, String> all = new HashMap<>(more);
    all.putIfAbsent("SLUICE_ROUTES", TestRelay.routeTo(name));
    return new TestRelay(database, all, log -> WatchedLog.of(log, before));
  }

  private TestRelay relay() {
    return relay(Map.of(), ignored -> {});
  }

  /**
   * A destination that is slower than the database: each call lasts until two more statements have
   * looked for news, of which the first may have begun before the event was appended. The calls
   * that were read by then go ahead.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void largeBacklogDelaysAnotherStreamByAFewCalls(boolean known) {
    if (known) {
      database.execute(INSERT.formatted("quiet", "k", 0));
    }
    database.append("noisy", BACKLOG, 1000);
    AtomicInteger news = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger servedIn = new AtomicInteger();
    int appendedIn = 10;
    broker.before(
        messages -> {
          int call = calls.incrementAndGet();
          boolean quiet = messages.stream().anyMatch(message -> message.stream().equals("quiet"));
          if (call > appendedIn && quiet) {
            servedIn.compareAndSet(0, call);
          }
          if (call == appendedIn) {
            database.execute(INSERT.formatted("quiet", "k", 1));
          }
          if (servedIn.get() == 0) {
            awaitMore(news, 2);
          }
        });
    try (TestRelay relay =
        relay(Map.of(), method -> news.addAndGet(method.equals("news") ? 1 : 0))) {
      assertThat(relay.run(Invocation.WHOLE, Duration.ofMinutes(2)).stopped()).isEqualTo("drained");
    }
    assertThat(servedIn.get() - appendedIn).isBetween(1, 4);
    assertThat(calls.get()).as("calls until everything was served").isGreaterThan(2 * appendedIn);
  }

  private static void awaitMore(AtomicInteger count, int more) {
    int enough = count.get() + more;
    long patience = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (count.get() < enough && System.nanoTime() < patience) {
      Pause.briefly();
    }
  }

  @Test
  void everyStreamHasItsShareOfABatch() {
    for (int stream = 0; stream < 20; stream++) {
      database.append("s" + stream, 2_000, 10);
    }
    try (TestRelay relay = relay()) {
      assertThat(relay.run().published()).isEqualTo(40_000);
    }
    // Once all are known, twenty streams share a thousand: no window of a few batches lacks one.
    List<OutboxMessage> middle = broker.delivered().subList(15_000, 18_000);
    assertThat(middle.stream().map(OutboxMessage::stream).distinct()).hasSize(20);
  }

  @Test
  void twoHundredStreamsAreDiscoveredWithoutBeingTold() {
    for (int stream = 0; stream < 200; stream++) {
      database.append("stream-" + stream, 3, 1);
    }
    try (TestRelay relay = relay()) {
      assertThat(relay.run().published()).isEqualTo(600);
    }
  }

  @Test
  void twoRoutesToOneDestinationKeepTheirOwnFormat() {
    database.append("orders", 5, 1);
    database.append("payments", 5, 1);
    String routes =
        """
        [{"stream":"orders","destination":"fake:%1$s","format":"RAW"},
         {"stream":"*","destination":"fake:%1$s","format":"ENVELOPE"}]
        """
            .formatted(name);
    try (TestRelay relay = relay(Map.of("SLUICE_ROUTES", routes), ignored -> {})) {
      assertThat(relay.run().published()).isEqualTo(10);
    }
    assertThat(broker.formats()).containsExactlyInAnyOrder(Format.RAW, Format.ENVELOPE);
  }
}
