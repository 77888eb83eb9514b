package dev.sluice.relay.aws;

/** One event on its way: the service's own request for it, and what that weighs there. */
final class Entry<E> {

  /** Its place in the call of publish, and its id within a batch. */
  final int index;

  final E request;
  final int bytes;

  private boolean alone;
  private int unanswered;
  private long silentSince;

  Entry(int index, E request, int bytes) {
    this.index = index;
    this.request = request;
    this.bytes = bytes;
  }

  /** It was in a call that came to nothing: from now on it goes by itself, with a clean slate. */
  void isolate() {
    alone = true;
    unanswered = 0;
  }

  boolean alone() {
    return alone;
  }

  void unansweredAt(long now) {
    if (unanswered++ == 0) {
      silentSince = now;
    }
  }

  /** Calls with it that had no answer. */
  int unanswered() {
    return unanswered;
  }

  /** When the first of these failed. */
  long silentSince() {
    return silentSince;
  }
}
