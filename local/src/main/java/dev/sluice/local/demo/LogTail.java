package dev.sluice.local.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The functions' last lines: nobody reads them unless something goes wrong. */
final class LogTail {

  private static final int LINES = 40;

  private final Deque<String> lines = new ArrayDeque<>();

  synchronized void add(String line) {
    lines.addLast(line);
    if (lines.size() > LINES) {
      lines.removeFirst();
    }
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }
}
