package dev.sluice.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** One process, or the machine, in proc(5). */
record ProcessStat(long parent, long ticks, long endedChildrenTicks) {

  /** USER_HZ, which is 100 on every Linux that PostgreSQL and the JDK run on. */
  private static final double TICKS_A_SECOND = 100;

  private static final ProcessStat GONE = new ProcessStat(0, 0, 0);

  static ProcessStat of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The second field is the name in brackets, and may hold anything. The third is the first
      // here.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return new ProcessStat(Long.parseLong(fields[1]), sum(fields, 11, 12), sum(fields, 13, 14));
    } catch (NoSuchFileException e) {
      return GONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All processors' time outside of idleness: user, nice, system, interrupts. */
  static double machineSeconds() {
    try {
      String[] fields = Files.readString(Path.of("/proc/stat")).split("\\s+", 9);
      return sum(fields, 1, 2, 3, 6, 7) / TICKS_A_SECOND;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long sum(String[] fields, int... indexes) {
    return IntStream.of(indexes).mapToLong(i -> Long.parseLong(fields[i])).sum();
  }

  double seconds() {
    return ticks / TICKS_A_SECOND;
  }

  double endedChildrenSeconds() {
    return endedChildrenTicks / TICKS_A_SECOND;
  }
}
