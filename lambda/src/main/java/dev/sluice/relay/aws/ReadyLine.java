package dev.sluice.relay.aws;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Entries that may be sent now. Of each key only the first is among them; the next one follows when
 * that is delivered, since a service takes the entries of one call one by one.
 */
final class ReadyLine<E> {

  private final Deque<Entry<E>> ready = new ArrayDeque<>();
  private final Map<Object, Deque<Entry<E>>> behind = new HashMap<>();
  private int behindCount;

  /** At the end of its key's line. */
  void add(Object key, Entry<E> entry) {
    Deque<Entry<E>> line = behind.get(key);
    if (line == null) {
      behind.put(key, new ArrayDeque<>(0));
      ready.addLast(entry);
    } else {
      line.addLast(entry);
      behindCount++;
    }
  }

  /**
   * What one call can hold; empty if nothing is ready.
   *
   * @param prepare false for one that cannot be sent at all; it leaves the line
   */
  List<Entry<E>> take(BatchLimits limits, Predicate<Entry<E>> prepare) {
    List<Entry<E>> batch = new ArrayList<>(limits.entries());
    long room = limits.bytes();
    Entry<E> next = ready.peekFirst();
    while (next != null && batch.size() < limits.entries()) {
      if (!prepare.test(next)) {
        ready.removeFirst();
        next = ready.peekFirst();
        continue;
      }
      if (next.bytes() > room || (next.alone() && !batch.isEmpty())) {
        break;
      }
      batch.add(ready.removeFirst());
      room -= next.bytes();
      next = next.alone() ? null : ready.peekFirst();
    }
    return batch;
  }

  int size() {
    return ready.size();
  }

  /** Whether what is in flight may make more ready. */
  boolean mayGrow() {
    return behindCount > 0;
  }

  void delivered(Object key) {
    Deque<Entry<E>> line = behind.getOrDefault(key, new ArrayDeque<>(0));
    Entry<E> next = line.pollFirst();
    if (next == null) {
      behind.remove(key);
    } else {
      behindCount--;
      ready.addLast(next);
    }
  }

  /** Nothing of this key is sent any more. */
  void failed(Object key) {
    Deque<Entry<E>> line = behind.remove(key);
    behindCount -= line == null ? 0 : line.size();
  }

  /** To be sent again, before anything else. */
  void putBack(List<Entry<E>> entries) {
    for (Entry<E> entry : entries.reversed()) {
      ready.addFirst(entry);
    }
  }
}
