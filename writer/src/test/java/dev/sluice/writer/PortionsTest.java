package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PortionsTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 300, 1_000, 5_000, 1_000_000})
  void portionsKeepTheOrderAndStayBelowTheLimit(long limit) {
    List<OutboxEvent> events = events(300);

    List<List<OutboxEvent>> portions = Portions.of(events, limit);

    assertThat(portions.stream().flatMap(List::stream).toList()).isEqualTo(events);
    assertThat(portions)
        .allMatch(portion -> !portion.isEmpty())
        .allMatch(portion -> portion.size() == 1 || weight(portion) <= limit);
  }

  @Test
  void whatFitsIsOnePortion() {
    assertThat(Portions.of(events(300), Portions.MAX_BYTES)).hasSize(1);
    assertThat(Portions.of(List.of(), Portions.MAX_BYTES)).isEmpty();
  }

  private static long weight(List<OutboxEvent> events) {
    return events.stream().mapToLong(OutboxEvent::size).sum();
  }

  private static List<OutboxEvent> events(int count) {
    Random random = new Random(3);
    return IntStream.range(0, count)
        .mapToObj(i -> new byte[random.nextInt(2_000)])
        .map(bytes -> OutboxEvent.of("s", "t").bytes(bytes, "b").build())
        .toList();
  }
}
