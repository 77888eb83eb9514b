package dev.sluice.relay.aws;

/** One event on its way: the service's own request for it, and what that weighs there. */
final class Entry<E> {

  /** Its place in the call of publish, and its id within a batch. */
  final int index;

  final E request;
  final int bytes;

  /** Calls with this entry that were not answered. */
  int unanswered;

  /** It was in a call that the service refused whole: next time it goes by itself. */
  boolean alone;

  Entry(int index, E request, int bytes) {
    this.index = index;
    this.request = request;
    this.bytes = bytes;
  }
}
