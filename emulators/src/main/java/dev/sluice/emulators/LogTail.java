package dev.sluice.emulators;

import java.util.List;

/** The end of a log, which is where a program says why it stopped. */
final class LogTail {

  private static final int LINES = 40;

  private LogTail() {}

  static String of(String log) {
    return of(log, LINES);
  }

  static String of(String log, int count) {
    List<String> lines = log.strip().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }
}
