package dev.sluice.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Reads the processor time of every process that takes part in a run, and of the machine. */
record ProcessorClock(Connection superuser, ProcessHandle postmaster, long broker) {

  /** USER_HZ, which is 100 on every Linux that PostgreSQL and the JDK run on. */
  private static final double TICKS_A_SECOND = 100;

  private static final String BACKENDS =
      """
      SELECT pid, CASE
          WHEN backend_type <> 'client backend' OR pid = pg_backend_pid() THEN 'OTHER_POSTGRES'
          WHEN query ~* '\\m(insert|update|delete)\\M' THEN 'WRITING_BACKEND'
          ELSE 'READING_BACKEND' END
      FROM pg_stat_activity
      """;

  /** A process with its processor time so far. */
  record Worker(Measure kind, double seconds) {}

  /**
   * All that has been worked so far, in seconds.
   *
   * @param ended by server processes that have ended
   */
  record Reading(Map<Long, Worker> workers, double ended, double machine) {

    Map<Measure, Double> since(Reading before) {
      Map<Measure, Double> use = new EnumMap<>(Measure.class);
      workers.forEach(
          (pid, now) -> use.merge(now.kind, now.seconds - before.worked(pid), Double::sum));
      // The account of those that have ended holds all that they did, before this run too.
      double goneBefore =
          before.workers.keySet().stream()
              .filter(pid -> !workers.containsKey(pid))
              .mapToDouble(before::worked)
              .sum();
      use.merge(Measure.OTHER_POSTGRES, ended - before.ended - goneBefore, Double::sum);
      double own = use.values().stream().mapToDouble(Double::doubleValue).sum();
      use.put(Measure.REST_OF_MACHINE, Math.max(0, machine - before.machine - own));
      return use;
    }

    private double worked(long pid) {
      Worker worker = workers.get(pid);
      return worker == null ? 0 : worker.seconds;
    }
  }

  static ProcessorClock of(Connection superuser, long broker) throws SQLException {
    long backend = Database.value(superuser, "SELECT pg_backend_pid()", Integer.class);
    ProcessHandle postmaster =
        ProcessHandle.of(backend).flatMap(ProcessHandle::parent).orElseThrow();
    return new ProcessorClock(superuser, postmaster, broker);
  }

  Reading read(long function) throws SQLException {
    String stat = text(Path.of("/proc", Long.toString(postmaster.pid()), "stat"));
    // The second field is the name in brackets, and may hold anything.
    double ended = seconds(stat.substring(stat.lastIndexOf(')') + 2), 13, 14);
    // Outside of idleness: user, nice, system, interrupts.
    double machine = seconds(text(Path.of("/proc/stat")), 1, 2, 3, 6, 7);
    return new Reading(workers(function), ended, machine);
  }

  private Map<Long, Worker> workers(long function) throws SQLException {
    Map<Long, Worker> workers = new HashMap<>();
    workers.put(function, new Worker(Measure.FUNCTION, seconds(function)));
    workers.put(broker, new Worker(Measure.BROKER, seconds(broker)));
    try (Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(BACKENDS)) {
      while (rows.next()) {
        long pid = rows.getLong(1);
        workers.put(pid, new Worker(Measure.valueOf(rows.getString(2)), seconds(pid)));
      }
    }
    return workers;
  }

  /** None if the process is gone. */
  private static double seconds(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(time -> time.toNanos() / 1e9)
        .orElse(0.0);
  }

  /** The sum of some fields of a file of proc(5). */
  private static double seconds(String text, int... fields) {
    String[] words = text.split("\\s+", 20);
    return IntStream.of(fields).mapToLong(field -> Long.parseLong(words[field])).sum()
        / TICKS_A_SECOND;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
