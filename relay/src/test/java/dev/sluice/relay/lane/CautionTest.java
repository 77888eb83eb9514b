package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.spi.OutboxMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CautionTest {

  private static final int BATCH = 100;

  private final Caution caution = new Caution(BATCH, 1);

  private static LogEvent event(long seq, int bytes) {
    OutboxMessage message =
        new OutboxMessage(
            seq,
            new UUID(0, seq),
            "s",
            "T",
            null,
            null,
            "k",
            new byte[bytes],
            false,
            "application/octet-stream",
            Map.of(),
            Instant.EPOCH,
            1);
    return new LogEvent(message, 0, 0, 0, false, null);
  }

  private static List<LogEvent> events(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(seq -> event(seq, 1)).toList();
  }

  private void crash(long... suspects) {
    Set<Long> all = Set.copyOf(LongStream.of(suspects).boxed().toList());
    caution.learn(new Crashes(1, 0, all, Set.of()));
  }

  private void answer(List<LogEvent> events) {
    caution.named(events);
    events.forEach(caution::answered);
  }

  private List<Long> together(List<LogEvent> events) {
    return caution.together(events).stream().map(LogEvent::seq).toList();
  }

  @Test
  void withoutACrashCallsAreAsLargeAsTheyMayBe() {
    caution.learn(Crashes.NONE);
    assertThat(caution.careful()).isFalse();
    assertThat(caution.limit()).isEqualTo(BATCH);
    assertThat(caution.together(events(1, 1000))).hasSize(1000);
  }

  @Test
  void afterACrashCallsAndReadsAreSmall() {
    long bytes = caution.bytes();
    int keys = caution.keys();
    crash();
    assertThat(caution.limit()).isEqualTo(Caution.CALL);
    assertThat(caution.together(events(1, 1000))).hasSize(Caution.CALL);
    assertThat(caution.bytes()).isLessThan(bytes);
    assertThat(caution.keys()).isEqualTo(Caution.CALL).isLessThan(keys);
    assertThat(caution.eventsOfKey()).isEqualTo(1);
  }

  @Test
  void carefulCallIsNoLargerThanABatch() {
    Caution small = new Caution(3, 1);
    small.learn(new Crashes(1, 0, Set.of(), Set.of()));
    assertThat(small.limit()).isEqualTo(3);
  }

  @Test
  void carefulCallIsBoundedInBytes() {
    crash();
    int third = (int) caution.bytes() / 3;
    List<LogEvent> large =
        List.of(event(1, third), event(2, third), event(3, third), event(4, third));
    assertThat(together(large)).containsExactly(1L, 2L, 3L);
    assertThat(together(List.of(event(1, 4 * third), event(2, 1))))
        .as("one event is always sent")
        .containsExactly(1L);
  }

  @Test
  void eventsAreSentAloneUntilEverySuspectWasMet() {
    crash(7, 8);
    assertThat(caution.limit()).isEqualTo(1);
    answer(events(7, 7));
    assertThat(caution.limit()).isEqualTo(1);
    answer(events(8, 8));
    assertThat(caution.limit()).isEqualTo(Caution.CALL);
  }

  @Test
  void suspectsThatNeverComeAreNotWaitedForButStaySuspect() {
    crash(7000);
    for (LogEvent event : events(1, Caution.MOST_ALONE)) {
      assertThat(caution.limit()).isEqualTo(1);
      answer(List.of(event));
    }
    assertThat(caution.limit()).isEqualTo(Caution.CALL);
    assertThat(together(events(6998, 7010))).containsExactly(6998L, 6999L);
    assertThat(together(events(7000, 7010))).containsExactly(7000L);
  }

  /** What was in flight when the crash became known was named by nobody. */
  @Test
  void onlyNamedEventsCount() {
    crash(7);
    events(1, 1000).forEach(caution::answered);
    assertThat(caution.unwritten()).isZero();
    assertThat(caution.limit()).isEqualTo(1);
  }

  @Test
  void itIsOverWhenAllThatCanHaveBeenInFlightWasAnswered() {
    crash();
    int most = 2 * DestinationQueue.mostEvents(BATCH);
    answer(events(1, most - 1));
    assertThat(caution.over(2)).isFalse();
    answer(events(most, most));
    assertThat(caution.over(2)).isTrue();
    assertThat(caution.over(3)).as("for three destinations").isFalse();
    caution.clear();
    assertThat(caution.over(2)).isFalse();
    assertThat(caution.limit()).isEqualTo(BATCH);
  }

  @Test
  void lastOwnersAnswersCount() {
    int most = DestinationQueue.mostEvents(BATCH);
    caution.learn(new Crashes(1, most - 1, Set.of(), Set.of()));
    assertThat(caution.over(1)).isFalse();
    answer(events(1, 1));
    assertThat(caution.over(1)).isTrue();
  }

  @Test
  void newCrashBeginsAnew() {
    crash();
    answer(events(1, DestinationQueue.mostEvents(BATCH)));
    crash();
    assertThat(caution.over(1)).isFalse();
  }

  @Test
  void condemnedEventIsNotSent() {
    caution.learn(new Crashes(4, 0, Set.of(7L, 8L), Set.of(7L)));
    assertThat(caution.verdict(event(7, 1)))
        .satisfies(verdict -> assertThat(verdict.code()).isEqualTo("PROCESS_CRASHED"));
    assertThat(caution.verdict(event(8, 1))).isNull();
    answer(events(8, 8));
    assertThat(caution.limit()).as("nobody waits for what is not sent").isEqualTo(Caution.CALL);
  }
}
