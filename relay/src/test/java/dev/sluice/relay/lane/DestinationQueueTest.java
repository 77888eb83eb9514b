package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class DestinationQueueTest {

  private static final int PAGE = 10;

  private final BlockedKeys blocked = new BlockedKeys(100, new Random(1));
  private final Strand strand = new Strand("orders", ShardSet.ALL, Position.at(Snapshot.NOTHING));
  private int pipelines;
  private final DestinationQueue queue =
      new DestinationQueue(new Destination("fake", "orders", Format.RAW, true), this::pipeline);

  private Optional<Pipeline> pipeline() {
    pipelines++;
    return Optional.of((messages, answer) -> {});
  }

  private static LogEvent event(long seq, boolean held) {
    OutboxMessage message =
        new OutboxMessage(
            seq,
            new UUID(0, seq),
            "orders",
            "T",
            null,
            null,
            "key-" + seq % 2,
            new byte[3],
            false,
            "application/json",
            Map.of(),
            Instant.EPOCH,
            1);
    return new LogEvent(message, 0, 4, 0, held, null);
  }

  private static List<LogEvent> events(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(seq -> event(seq, false)).toList();
  }

  private void read(long first, long last) {
    queue.offer(strand.advance(new EventLog.Page.Found(events(first, last), false)));
  }

  private Call next(int limit) {
    return Objects.requireNonNull(queue.next(limit));
  }

  private static List<Long> seqs(List<LogEvent> events) {
    return events.stream().map(LogEvent::seq).toList();
  }

  private void answer(Call call, boolean all) {
    call.answered(all ? List.of() : call.open());
    queue.answered(all);
  }

  @Test
  void batchesAreTakenTogetherInOrderUpToTheLimit() {
    read(1, 2);
    read(3, 5);
    read(6, 9);
    assertThat(seqs(queue.peek())).containsExactly(1L, 2L);
    assertThat(seqs(next(5).events())).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(seqs(next(2).events())).as("a batch is not cut").containsExactly(6L, 7L, 8L, 9L);
    assertThat(queue.next(5)).isNull();
    assertThat(queue.idle()).as("calls are under way").isFalse();
  }

  @Test
  void heldEventsGoBeforeThoseOfTheLog() {
    read(7, 8);
    queue.offerHeads(List.of(event(1, true), event(3, true)));
    assertThat(seqs(next(10).events())).containsExactly(1L, 3L, 7L, 8L);
  }

  @Test
  void nothingIsReadForAQueueThatHasEnough() {
    assertThat(queue.hasRoom(PAGE)).isTrue();
    read(1, PAGE - 1);
    assertThat(queue.hasRoom(PAGE)).isTrue();
    read(PAGE, 2 * PAGE - 1);
    assertThat(queue.hasRoom(PAGE)).as("a page and most of the next wait").isTrue();
    read(2 * PAGE, 2 * PAGE);
    assertThat(queue.hasRoom(PAGE)).as("two pages wait").isFalse();
    next(PAGE);
    assertThat(queue.hasRoom(PAGE)).isTrue();
    next(2 * PAGE);
    for (long page = 3; page <= DestinationQueue.mostEvents(PAGE) / PAGE; page++) {
      read(page * PAGE, page * PAGE + PAGE - 1);
      next(PAGE);
    }
    assertThat(queue.hasRoom(PAGE)).as("so many are not settled").isFalse();
  }

  @Test
  void whatIsSettledMakesRoom() {
    read(1, 5);
    Call call = next(PAGE);
    queue.send(call, call.open());
    assertThat(queue.bytes()).isEqualTo(15);
    answer(call, true);
    assertThat(queue.completed()).containsExactly(call);
    assertThat(queue.events()).as("not settled").isEqualTo(5);
    queue.settled(call);
    assertThat(queue.events() + queue.bytes()).isZero();
    assertThat(queue.idle()).isTrue();
  }

  @Test
  void callsAreCompletedInTheirOrder() {
    read(1, 2);
    Call first = next(2);
    read(3, 4);
    Call second = next(2);
    queue.send(first, first.open());
    queue.send(second, second.open());
    answer(second, true);
    assertThat(queue.completed()).isEmpty();
    answer(first, true);
    assertThat(queue.completed()).containsExactly(first, second);
  }

  @Test
  void whatIsDroppedIsReadAgainAndWhatIsInFlightIsNot() {
    read(1, 2);
    Call call = next(2);
    queue.send(call, call.open());
    Position place = strand.read();
    read(3, 5);
    read(6, 7);
    assertThat(strand.read()).isNotEqualTo(place);
    queue.drop(blocked);
    assertThat(strand.read()).isEqualTo(place);
    assertThat(queue.waitingEvents()).isZero();
    assertThat(queue.events()).isEqualTo(2);
    assertThat(queue.next(PAGE)).isNull();
  }

  @Test
  void afterAFailureNothingIsSentUntilEveryCallWasAnsweredThenWithANewPipeline() {
    read(1, 2);
    Call first = next(2);
    read(3, 4);
    Call second = next(2);
    queue.send(first, first.open());
    queue.send(second, second.open());
    assertThat(pipelines).isEqualTo(1);
    answer(first, false);
    assertThat(queue.broken()).isTrue();
    answer(second, false);
    assertThat(queue.broken()).isFalse();
    assertThat(pipelines).isEqualTo(2);
    assertThat(queue.again()).containsExactly(first, second);
  }

  @Test
  void nothingIsSentBehindACallThatIsSentInParts() {
    read(1, 3);
    Call call = next(3);
    queue.send(call, call.open());
    assertThat(queue.takesCall()).isTrue();
    call.isolate();
    queue.answered(false);
    assertThat(queue.again()).containsExactly(call);
    queue.send(call, call.open().subList(0, 1));
    assertThat(call.alone()).isTrue();
    assertThat(queue.takesCall()).isFalse();
    assertThat(seqs(call.rest())).containsExactly(2L, 3L);
  }

  @Test
  void abandonedQueueForgetsWhatIsNotInFlight() {
    read(1, 2);
    Call call = next(2);
    read(3, 4);
    queue.send(call, call.open());
    answer(call, false);
    queue.abandon(blocked);
    assertThat(queue.completed()).containsExactly(call);
    assertThat(queue.waitingEvents()).isZero();
    assertThat(queue.again()).isEmpty();
  }
}
