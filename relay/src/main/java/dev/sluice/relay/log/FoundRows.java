package dev.sluice.relay.log;

import dev.sluice.relay.lane.LogEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of some parts, each part's in order. A large row is found first, without its contents;
 * it is loaded when the bytes of the page allow it, and otherwise its part is cut before it.
 */
final class FoundRows {

  private static final long FEWEST_BYTES = 16 << 10;

  private final long maxBytes;
  private final List<List<Row>> parts = new ArrayList<>();
  private final boolean[] cut;

  /**
   * @param bytes no less than it takes in memory until it is parsed
   * @param event null until it is loaded
   */
  private record Row(long seq, int slot, long bytes, @Nullable LogEvent event) {}

  /** A row to be loaded. */
  record Large(int part, int slot, long seq) {}

  FoundRows(int parts, long maxBytes) {
    this.maxBytes = maxBytes;
    this.cut = new boolean[parts];
    for (int i = 0; i < parts; i++) {
      this.parts.add(new ArrayList<>());
    }
  }

  /**
   * How many rows each part may have, so that rows of {@link #smallUpTo} cannot exceed the bytes. A
   * part may have none.
   */
  static int[] limits(int[] wanted, long maxBytes) {
    long most = Math.max(1, maxBytes / FEWEST_BYTES);
    long all = 0;
    for (int limit : wanted) {
      all += limit;
    }
    int[] limits = wanted.clone();
    long left = most;
    for (int i = 0; all > most && i < limits.length; i++) {
      limits[i] = (int) Math.min(left, Math.max(1, limits[i] * most / all));
      left -= limits[i];
    }
    return limits;
  }

  /** A row of up to this many bytes is small: it comes with its contents at once. */
  static long smallUpTo(int[] limits, long maxBytes) {
    long rows = 0;
    for (int limit : limits) {
      rows += limit;
    }
    return maxBytes / Math.max(1, rows);
  }

  void add(int part, LogEvent event, long bytes) {
    parts.get(part).add(new Row(event.seq(), event.slot(), bytes, event));
  }

  void addLarge(int part, long seq, int slot, long bytes) {
    parts.get(part).add(new Row(seq, slot, bytes, null));
  }

  /** Keeps what the bytes allow, at least one row; these are still to be loaded. */
  List<Large> keepWithinBytes() {
    List<Large> large = new ArrayList<>();
    long bytes = 0;
    for (int part = 0; part < parts.size(); part++) {
      List<Row> rows = parts.get(part);
      rows.sort(
          Comparator.comparingLong(Row::seq)); // as they came, unless the planner found a new way
      int kept = 0;
      while (kept < rows.size() && (bytes == 0 || bytes + rows.get(kept).bytes() <= maxBytes)) {
        Row row = rows.get(kept++);
        bytes += row.bytes();
        if (row.event() == null) {
          large.add(new Large(part, row.slot(), row.seq()));
        }
      }
      cut(part, kept);
    }
    return large;
  }

  void loaded(int part, LogEvent event) {
    parts
        .get(part)
        .replaceAll(
            row -> row.seq() == event.seq() ? new Row(row.seq(), row.slot(), 0, event) : row);
  }

  private void cut(int part, int kept) {
    List<Row> rows = parts.get(part);
    if (kept < rows.size()) {
      cut[part] = true;
      rows.subList(kept, rows.size()).clear();
    }
  }

  /** Up to the first that could not be loaded. */
  List<LogEvent> events(int part) {
    List<LogEvent> events = new ArrayList<>(parts.get(part).size());
    for (Row row : parts.get(part)) {
      LogEvent event = row.event();
      if (event == null) {
        cut[part] = true;
        return events;
      }
      events.add(event);
    }
    return events;
  }

  /** More was found than is kept. */
  boolean cut(int part) {
    return cut[part];
  }
}
