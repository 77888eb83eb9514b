package dev.sluice.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the processor time of every process that takes part in a run, and of the machine, from
 * proc(5).
 */
record ProcessorClock(Connection superuser, long postmaster, long broker) {

  private static final String BACKENDS =
      """
      SELECT pid, CASE
          WHEN backend_type <> 'client backend' OR pid = pg_backend_pid() THEN 'OTHER'
          WHEN query ~* '\\m(insert|update|delete)\\M' THEN 'WRITING'
          ELSE 'READING' END
      FROM pg_stat_activity
      """;

  enum Kind {
    READING,
    WRITING,
    OTHER
  }

  /** A server process and how long it has worked so far. */
  record Backend(Kind kind, double seconds) {}

  /** All that has been worked so far, in seconds. */
  record Reading(
      double function, double broker, Map<Long, Backend> backends, double ended, double machine) {

    ProcessorUse since(Reading before) {
      double own = function - before.function + broker - before.broker;
      double reading = worked(Kind.READING, before);
      double writing = worked(Kind.WRITING, before);
      double other = worked(Kind.OTHER, before) + ended - before.ended - before.gone(backends);
      return new ProcessorUse(
          function - before.function,
          broker - before.broker,
          reading,
          writing,
          other,
          Math.max(0, machine - before.machine - own - reading - writing - other));
    }

    private double worked(Kind kind, Reading before) {
      Backend unborn = new Backend(kind, 0);
      return backends.entrySet().stream()
          .filter(now -> now.getValue().kind == kind)
          .mapToDouble(
              now ->
                  now.getValue().seconds
                      - before.backends.getOrDefault(now.getKey(), unborn).seconds)
          .sum();
    }

    /** What is in the account of the ended now and was in that of the living then. */
    private double gone(Map<Long, Backend> now) {
      return backends.entrySet().stream()
          .filter(then -> !now.containsKey(then.getKey()))
          .mapToDouble(then -> then.getValue().seconds)
          .sum();
    }
  }

  /**
   * @param broker its process
   */
  static ProcessorClock of(Connection superuser, long broker) throws SQLException {
    try (Statement statement = superuser.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return new ProcessorClock(superuser, ProcessStat.of(row.getLong(1)).parent(), broker);
    }
  }

  Reading read(long function) throws SQLException {
    return new Reading(
        ProcessStat.of(function).seconds(),
        ProcessStat.of(broker).seconds(),
        backends(),
        ProcessStat.of(postmaster).endedChildrenSeconds(),
        ProcessStat.machineSeconds());
  }

  private Map<Long, Backend> backends() throws SQLException {
    Map<Long, Backend> backends = new HashMap<>();
    try (Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(BACKENDS)) {
      while (rows.next()) {
        long pid = rows.getLong(1);
        backends.put(
            pid, new Backend(Kind.valueOf(rows.getString(2)), ProcessStat.of(pid).seconds()));
      }
    }
    return backends;
  }
}
