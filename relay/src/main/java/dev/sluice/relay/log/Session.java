package dev.sluice.relay.log;

import dev.sluice.relay.lane.LogLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection, which is opened on first use and again after it was lost, and never again once
 * the session is closed.
 */
public final class Session implements AutoCloseable {

  /** SQLSTATE connection_does_not_exist. */
  private static final String CLOSED = "08003";

  /** For the server's word that a statement was too slow. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final ConnectionSource source;
  private volatile boolean closed;
  private volatile @Nullable Connection connection;

  public Session(ConnectionSource source) {
    this.source = source;
  }

  @FunctionalInterface
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  public <T> T perform(Work<T> work) {
    boolean fresh = connection == null;
    try {
      return work.on(connected());
    } catch (SQLException e) {
      boolean stale = !fresh && SqlStates.connectionLost(e);
      if (SqlStates.connectionLost(e)) {
        disconnect();
      }
      if (stale && !closed) {
        return perform(work); // an idle connection that was cut says so only now
      }
      if (SqlStates.passing(e)) {
        throw new LogLostException("the database is out of reach: " + e.getSQLState(), e);
      }
      throw SqlStates.fault(e);
    }
  }

  /** All of it or nothing. */
  public <T> T transact(Work<T> work) {
    return perform(connection -> transact(connection, work));
  }

  /** The same, for statements that may take longer than others: so long each. */
  public <T> T transact(Duration limit, Work<T> work) {
    return transact(connection -> patiently(connection, limit, work));
  }

  private static <T> T patiently(Connection connection, Duration limit, Work<T> work)
      throws SQLException {
    int usual = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) limit.plus(ANSWER).toMillis());
    try (Statement limits = connection.createStatement()) {
      limits.execute("SET LOCAL statement_timeout = " + Math.max(1, limit.toMillis()));
      return work.on(connection);
    } finally {
      if (!connection.isClosed()) {
        connection.setNetworkTimeout(Runnable::run, usual);
      }
    }
  }

  private static <T> T transact(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.on(connection);
      connection.commit();
      connection.setAutoCommit(true);
      return result;
    } catch (SQLException | RuntimeException e) {
      undo(connection, e);
      throw e;
    }
  }

  private static void undo(Connection connection, Exception cause) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      cause.addSuppressed(e); // the connection is gone, and the transaction with it
    }
  }

  private Connection connected() throws SQLException {
    Connection open = connection;
    if (open == null && !closed) {
      open = source.open();
      connection = open;
    }
    if (open == null || closed) {
      disconnect(); // close() may have come while it was being opened, and found none
      throw new SQLException("the session is closed", CLOSED);
    }
    return open;
  }

  /** What a task that still runs asks for afterwards fails with {@link LogLostException}. */
  @Override
  public void close() {
    closed = true;
    disconnect();
  }

  /** The next statement opens a connection. */
  public void disconnect() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // it was lost already
      }
    }
  }
}
