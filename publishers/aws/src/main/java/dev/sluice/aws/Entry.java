package dev.sluice.aws;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One event on its way. */
final class Entry<E> {

  /** Its place in the call of publish, and its id within a batch. */
  final int index;

  private @Nullable Sized<E> sized;
  private int urgency;
  private boolean alone;
  private long aloneSince;
  private int unanswered;

  Entry(int index) {
    this.index = index;
  }

  /** Not before its turn: requests that wait by the thousand are copied about by the collector. */
  void prepare(Sized<E> prepared) {
    sized = prepared;
  }

  boolean prepared() {
    return sized != null;
  }

  E request() {
    return Objects.requireNonNull(sized).request();
  }

  int bytes() {
    return Objects.requireNonNull(sized).bytes();
  }

  void hurry(int degree) {
    urgency = degree;
  }

  int urgency() {
    return urgency;
  }

  /** It was in a call that came to nothing: from now on it goes by itself, with a clean slate. */
  void isolate(long now) {
    alone = true;
    aloneSince = now;
    unanswered = 0;
  }

  boolean alone() {
    return alone;
  }

  long aloneSince() {
    return aloneSince;
  }

  void countUnanswered() {
    unanswered++;
  }

  /** Calls with it that had no answer. */
  int unanswered() {
    return unanswered;
  }
}
