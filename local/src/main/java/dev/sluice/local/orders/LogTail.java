package dev.sluice.local.orders;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The functions' last lines: nobody reads them unless something goes wrong. */
public final class LogTail {

  private static final int LINES = 40;

  private final Deque<String> lines = new ArrayDeque<>();

  public synchronized void add(String line) {
    lines.addLast(line);
    if (lines.size() > LINES) {
      lines.removeFirst();
    }
  }

  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }
}
