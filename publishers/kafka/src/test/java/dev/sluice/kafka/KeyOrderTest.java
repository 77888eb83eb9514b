package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kafka.KeyOrder.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

  @Test
  void swappedEventsOfAKeyAreFound() {
    assertThat(KeyOrder.broken(List.of(new Seen("a", 2), new Seen("b", 1), new Seen("a", 1))))
        .containsExactly("a");
  }

  @Test
  void gapsAndOtherKeysAreInOrder() {
    assertThat(KeyOrder.broken(List.of(new Seen("a", 5), new Seen("b", 1), new Seen("a", 9))))
        .isEmpty();
  }

  @Test
  void aRepeatedEventIsADuplicateAndNotOutOfOrder() {
    assertThat(KeyOrder.broken(List.of(new Seen("a", 1), new Seen("a", 2), new Seen("a", 1))))
        .isEmpty();
  }
}
