package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTailTest {

  @Test
  void onlyTheLastLinesAreShown() {
    assertThat(LogTail.of("one\ntwo\nthree\n\n", 2)).isEqualTo("two\nthree");
  }

  @Test
  void shortLogIsShownWhole() {
    assertThat(LogTail.of("one\ntwo\n")).isEqualTo("one\ntwo");
  }
}
