package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StreamCursorTest {

  private final StreamCursor cursor = new StreamCursor("orders", null);

  @Test
  void readingBeginsAtTheStart() {
    assertThat(cursor.after()).isZero();
    assertThat(cursor.saturated()).isFalse();
  }

  @Test
  void readThatFilledItsShareGoesOnBehindItsLastEvent() {
    cursor.advance(1, 500, 900, true);
    assertThat(cursor.after()).isEqualTo(500);
    assertThat(cursor.saturated()).isTrue();
  }

  @Test
  void readThatDidNotFillItsShareHasSeenAllThereWas() {
    cursor.advance(1, 500, 900, false);
    assertThat(cursor.after()).isEqualTo(900);
    assertThat(cursor.saturated()).isFalse();
  }

  @Test
  void emptyReadLeavesTheCursorWhereItIs() {
    cursor.advance(1, 500, 900, false);
    cursor.advance(2, 0, 0, false);
    assertThat(cursor.after()).isEqualTo(900);
  }

  @Test
  void readOfLateCommitsLeavesTheCursorWhereItIs() {
    cursor.advance(1, 500, 900, false);
    cursor.advance(2, 400, 400, false);
    assertThat(cursor.after()).isEqualTo(900);
  }

  @Test
  void readWhoseShareLateCommitsFilledGoesOnBehindThem() {
    cursor.advance(1, 900, 900, true);
    cursor.advance(2, 400, 400, true);
    assertThat(cursor.after()).isEqualTo(400);
  }

  @Test
  void fallingBackNeverGoesOn() {
    cursor.advance(1, 500, 900, true);
    cursor.fallBack(600);
    assertThat(cursor.after()).isEqualTo(500);
    cursor.fallBack(300);
    assertThat(cursor.after()).isEqualTo(300);
  }

  @Test
  void rewindingGoesBackToTheStart() {
    cursor.advance(1, 500, 900, true);
    cursor.rewind(10);
    assertThat(cursor.after()).isZero();
  }

  @Test
  void readThatBeganBeforeARewindDoesNotMoveTheCursor() {
    cursor.rewind(10);
    cursor.advance(9, 500, 900, false);
    assertThat(cursor.after()).isZero();
    cursor.advance(10, 500, 900, false);
    assertThat(cursor.after()).isZero();
    cursor.advance(11, 500, 900, false);
    assertThat(cursor.after()).isEqualTo(900);
  }

  @Test
  void newsOfRewindsMatterOnlyBehindTheStart() {
    assertThat(cursor.learnRewinds(1)).isFalse();
    cursor.advance(1, 500, 900, true);
    assertThat(cursor.learnRewinds(1)).as("no news").isFalse();
    assertThat(cursor.learnRewinds(2)).isTrue();
    assertThat(cursor.rewinds()).isEqualTo(2);
  }
}
