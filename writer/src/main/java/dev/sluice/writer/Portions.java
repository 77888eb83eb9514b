package dev.sluice.writer;

import java.util.ArrayList;
import java.util.List;

/** Cuts a batch where one statement would hold too much in memory, here and in the database. */
final class Portions {

  static final int MAX_BYTES = 16 * 1024 * 1024;

  private Portions() {}

  static List<List<OutboxEvent>> of(List<OutboxEvent> events, long maxBytes) {
    List<List<OutboxEvent>> portions = new ArrayList<>();
    int start = 0;
    long bytes = 0;
    for (int i = 0; i < events.size(); i++) {
      long size = events.get(i).size();
      if (i > start && bytes + size > maxBytes) {
        portions.add(events.subList(start, i));
        start = i;
        bytes = 0;
      }
      bytes += size;
    }
    if (start < events.size()) {
      portions.add(events.subList(start, events.size()));
    }
    return portions;
  }
}
