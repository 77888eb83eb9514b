package dev.sluice.aws;

import static dev.sluice.aws.Batches.ORDERED;
import static dev.sluice.aws.Batches.UNORDERED;
import static dev.sluice.aws.Batches.message;
import static dev.sluice.aws.Batches.messages;
import static dev.sluice.aws.Batches.publish;
import static dev.sluice.aws.Batches.publisher;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.aws.ScriptedService.Break;
import dev.sluice.aws.ScriptedService.Drop;
import dev.sluice.aws.ScriptedService.Fate;
import dev.sluice.aws.ScriptedService.Refuse;
import dev.sluice.aws.ScriptedService.RefuseCall;
import dev.sluice.aws.ScriptedService.Take;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each answer of a service leads to. */
final class BatchCallTest {

  private static final BatchLimits LIMITS = new BatchLimits(10, 100_000, 8);

  private static Function<OutboxMessage, Fate> on(long seq, Fate fate) {
    return message -> message.seq() == seq ? fate : new Take();
  }

  @Test
  void backlogTravelsInFullCalls() {
    ScriptedService service = new ScriptedService(_ -> new Take());
    publish(service, UNORDERED, LIMITS, messages(1000));
    assertThat(service.calls()).hasSize(100);
    assertThat(service.mostInFlight()).isGreaterThan(1);
  }

  /** Waves of one entry a key: only the last calls of a chain may be less than full. */
  @Test
  void keysInTurnTravelInNearlyFullCalls() {
    List<OutboxMessage> messages = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      messages.add(message(i, "key-" + i % 100, 100));
    }
    ScriptedService service = new ScriptedService(_ -> new Take());
    publish(service, ORDERED, LIMITS, messages);
    assertThat(service.taken()).hasSize(1000);
    assertThat(service.calls()).hasSizeLessThan(102);
  }

  @Test
  void oneRefusedEntryFailsAlone() {
    ScriptedService service = new ScriptedService(on(4, new Refuse("InternalError")));
    List<PublishOutcome> outcomes = publish(service, UNORDERED, LIMITS, messages(10));
    assertThat(outcomes.get(4))
        .isEqualTo(new Retryable("InternalError", "thing t refused it: InternalError"));
    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(9);
  }

  @Test
  void whatIsBehindARefusedEntryIsNotSent() {
    ScriptedService service = new ScriptedService(on(1, new Refuse("SomethingNew")));
    List<OutboxMessage> messages =
        List.of(message(0, "k", 10), message(1, "k", 10), message(2, "k", 10));
    List<PublishOutcome> outcomes = publish(service, ORDERED, LIMITS, messages);
    assertThat(outcomes.get(1)).isInstanceOf(Retryable.class);
    assertThat(outcomes.get(2)).isEqualTo(new NotSent());
  }

  /** However few calls may be in flight. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void serverFaultOfOneEntryCountsNoAttemptAndStopsNoOther(int calls) {
    ScriptedService service = new ScriptedService(on(4, new Break("InternalError")));
    List<PublishOutcome> outcomes =
        publish(service, UNORDERED, new BatchLimits(10, 100_000, calls), messages(300));
    assertThat(outcomes.get(4))
        .isEqualTo(
            new Unavailable(
                "InternalError",
                "thing t did not take it because of a server error: InternalError"));
    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(299);
  }

  @Test
  void serverFaultThatPassesIsWaitedOut() {
    AtomicInteger times = new AtomicInteger();
    ScriptedService service =
        new ScriptedService(
            message ->
                message.seq() == 4 && times.incrementAndGet() < 3
                    ? new Break("InternalError")
                    : new Take());
    assertThat(publish(service, ORDERED, LIMITS, messages(10)))
        .allMatch(Delivered.class::isInstance);
  }

  @Test
  void serverFaultsOfAllEntriesAreAnOutage() {
    ScriptedService service = new ScriptedService(_ -> new Break("InternalError"));
    List<PublishOutcome> outcomes = publish(service, UNORDERED, LIMITS, messages(5_000));
    assertThat(outcomes).allMatch(Unavailable.class::isInstance);
    assertThat(service.calls()).as("it gives up early").hasSizeLessThan(50);
  }

  @Test
  void eventThatIsRefusedForGoodIsRejected() {
    ScriptedService service = new ScriptedService(on(4, new Refuse("InvalidParameterValue")));
    assertThat(publish(service, UNORDERED, LIMITS, messages(10)).get(4))
        .isInstanceOf(Rejected.class);
  }

  @Test
  void throttledEntryIsSentAgainUntilItIsTaken() {
    AtomicInteger times = new AtomicInteger();
    ScriptedService service =
        new ScriptedService(
            message ->
                message.seq() == 4 && times.incrementAndGet() <= 3
                    ? new Refuse("ThrottlingException")
                    : new Take());
    List<PublishOutcome> outcomes = publish(service, ORDERED, LIMITS, messages(10));
    assertThat(outcomes).allMatch(Delivered.class::isInstance);
    assertThat(times).hasValue(4);
  }

  @Test
  void throttlingWithoutEndIsTheDestinations() {
    ScriptedService service = new ScriptedService(_ -> new RefuseCall(400, "Throttling"));
    long start = System.nanoTime();
    List<PublishOutcome> outcomes =
        publisher(service, LIMITS, Duration.ofSeconds(2)).publish(UNORDERED, messages(100));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    assertThat(outcomes).allMatch(o -> o instanceof Unavailable u && u.code().equals("THROTTLED"));
    assertThat(service.calls()).as("calls, ever more slowly").hasSizeLessThan(20);
  }

  @Test
  void lostCallIsRepeated() {
    AtomicInteger times = new AtomicInteger();
    ScriptedService service =
        new ScriptedService(
            message ->
                message.seq() == 4 && times.incrementAndGet() == 1 ? new Drop(true) : new Take());
    assertThat(publish(service, ORDERED, LIMITS, messages(10)))
        .allMatch(Delivered.class::isInstance);
    assertThat(service.taken()).hasSizeBetween(10, 19);
  }

  @Test
  void eventThatBreaksEveryCallIsFoundAndFailsAlone() {
    ScriptedService service = new ScriptedService(on(4, new Drop(false)));
    List<PublishOutcome> outcomes = publish(service, UNORDERED, LIMITS, messages(30));
    assertThat(outcomes.get(4)).isInstanceOf(Retryable.class);
    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(29);
  }

  /** However few calls may be in flight, and whether it comes first of its batch or last. */
  @ParameterizedTest
  @ValueSource(longs = {10, 14, 19, 29})
  void eventThatBreaksEveryCallIsNoOutageWhereCallsFollowEachOther(long broken) {
    ScriptedService service = new ScriptedService(on(broken, new Drop(false)));
    BatchLimits oneByOne = new BatchLimits(10, 100_000, 1);
    List<PublishOutcome> outcomes = publish(service, UNORDERED, oneByOne, messages(30));
    assertThat(outcomes.get((int) broken)).isInstanceOf(Retryable.class);
    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(29);
  }

  @Test
  void silenceIsAnOutage() {
    ScriptedService service = new ScriptedService(_ -> new Drop(false));
    assertThat(publish(service, UNORDERED, LIMITS, messages(30)))
        .allMatch(o -> o instanceof Unavailable u && u.reason().contains("connection reset"));
  }

  @Test
  void eventThatSpoilsItsBatchIsFoundAndRejected() {
    ScriptedService service =
        new ScriptedService(on(4, new RefuseCall(400, "InvalidMessageContents")));
    List<PublishOutcome> outcomes = publish(service, UNORDERED, LIMITS, messages(30));
    assertThat(outcomes.get(4)).isInstanceOf(Rejected.class);
    assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(29);
  }

  @Test
  void missingDestinationStopsEverythingAndNamesThePermission() {
    ScriptedService service = new ScriptedService(_ -> new RefuseCall(403, "AccessDenied"));
    List<PublishOutcome> outcomes = publish(service, UNORDERED, LIMITS, messages(1000));
    assertThat(outcomes)
        .allMatch(o -> o instanceof Unavailable u && u.reason().contains("thing:Put"));
    assertThat(service.calls()).hasSizeLessThanOrEqualTo(LIMITS.calls());
  }

  /** One that has no answer yet is not behind a later one that cannot be sent. */
  @Test
  void eventBeforeOneThatIsTooLargeCountsNoAttempt() {
    ScriptedService down = new ScriptedService(_ -> new RefuseCall(403, "AccessDenied"));
    List<OutboxMessage> messages =
        List.of(message(0, "k", 10), message(1, "k", 10), message(2, "k", 200_000));
    assertThat(publish(down, ORDERED, LIMITS, messages)).allMatch(Unavailable.class::isInstance);
    assertThat(publish(new ScriptedService(_ -> new Take()), ORDERED, LIMITS, messages).get(2))
        .isInstanceOf(Rejected.class);
  }

  @Test
  void eventsBehindOneThatIsTooLargeStayAndOthersGo() {
    ScriptedService service = new ScriptedService(_ -> new Take());
    List<OutboxMessage> messages =
        List.of(message(0, "k", 200_000), message(1, "k", 10), message(2, "other", 10));
    List<PublishOutcome> outcomes = publish(service, ORDERED, LIMITS, messages);
    assertThat(outcomes.get(0)).isInstanceOf(Rejected.class);
    assertThat(outcomes.get(1)).isNotInstanceOf(Delivered.class);
    assertThat(outcomes.get(2)).isInstanceOf(Delivered.class);
  }

  @Test
  void unknownCodeCostsAnAttempt() {
    ScriptedService service = new ScriptedService(on(4, new Refuse("SomethingNew")));
    assertThat(publish(service, UNORDERED, LIMITS, messages(10)).get(4))
        .isInstanceOf(Retryable.class);
  }
}
