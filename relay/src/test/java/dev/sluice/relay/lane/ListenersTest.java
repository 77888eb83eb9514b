package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ListenersTest {

  private static final PublishOutcome TAKEN = new Delivered("-");

  private final ListenerNotes notes = new ListenerNotes();
  private final Listeners listeners = new Listeners(System::nanoTime);
  private final DestinationQueue ordered = queue(true);

  @BeforeEach
  void listen() {
    listeners.listen(notes);
  }

  private static DestinationQueue queue(boolean ordered) {
    return new DestinationQueue(Destination.parse("fake:a", Format.RAW, ordered), Optional::empty);
  }

  private static LogEvent event(long seq, boolean redriven, Map<String, String> headers) {
    OutboxMessage message =
        new OutboxMessage(
            seq,
            new UUID(0, seq),
            "s",
            "T",
            null,
            null,
            "k",
            new byte[0],
            false,
            "application/json",
            headers,
            Instant.EPOCH,
            1);
    return new LogEvent(message, 0, 0, 0, redriven, null, redriven);
  }

  private static LogEvent event(long seq) {
    return event(seq, false, Map.of());
  }

  private void deliver(DestinationQueue queue, LogEvent... events) {
    listeners.answered(
        listeners.sent(queue), List.of(events), Collections.nCopies(events.length, TAKEN));
  }

  @Test
  void answersAreToldInTheOrderOfTheirCalls() {
    Listeners.Sent first = listeners.sent(ordered);
    Listeners.Sent second = listeners.sent(ordered);
    listeners.answered(second, List.of(event(2)), List.of(TAKEN));
    assertThat(notes.acknowledged).isEmpty();
    listeners.answered(first, List.of(event(1)), List.of(TAKEN));
    assertThat(notes.acknowledged).containsExactly(1L, 2L);
    assertThat(notes.lines).isEmpty();
  }

  @Test
  void onlyWhatWasDeliveredIsAcknowledged() {
    listeners.answered(
        listeners.sent(ordered), List.of(event(1), event(2)), List.of(new NotSent(), TAKEN));
    assertThat(notes.acknowledged).containsExactly(2L);
    deliver(ordered, event(1));
    assertThat(notes.lines).containsExactly("back 1 after 2");
  }

  @Test
  void nothingStepsBackWhereThereIsNoOrder() {
    DestinationQueue unordered = queue(false);
    deliver(unordered, event(2));
    deliver(unordered, event(1));
    assertThat(notes.acknowledged).containsExactly(2L, 1L);
    assertThat(notes.lines).isEmpty();
  }

  @Test
  void redrivenEventStepsBackAndAReplayedOneDoesNot() {
    deliver(ordered, event(9));
    deliver(ordered, event(1, true, Map.of("x-sluice-replay", "1")));
    assertThat(notes.lines).isEmpty();
    deliver(ordered, event(2, true, Map.of()));
    assertThat(notes.lines).containsExactly("back 2 after 9 redriven");
  }

  /** They may come back, and what was sent and not settled comes again. */
  @Test
  void nothingStepsBackBehindWhatWasSentBeforeShardsWereLost() {
    deliver(ordered, event(2));
    listeners.lost(1);
    deliver(ordered, event(1));
    assertThat(notes.lines).containsExactly("lost 1");
  }
}
