package dev.sluice.relay.postgres;

import dev.sluice.relay.OutboxLostException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** One connection, which is opened on first use and again after it was lost. */
final class Session implements AutoCloseable {

  private final ConnectionSource source;
  private @Nullable Connection connection;

  Session(ConnectionSource source) {
    this.source = source;
  }

  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  <T> T perform(Work<T> work) {
    boolean fresh = connection == null;
    try {
      return work.on(connected());
    } catch (SQLException e) {
      boolean stale = !fresh && SqlStates.connectionLost(e);
      if (SqlStates.connectionLost(e)) {
        close();
      }
      if (stale) {
        return perform(work); // an idle connection that was cut says so only now
      }
      if (SqlStates.passing(e)) {
        throw new OutboxLostException("the database is out of reach: " + e.getSQLState(), e);
      }
      throw SqlStates.fault(e);
    }
  }

  /** All of it or nothing. */
  <T> T transact(Work<T> work) {
    return perform(connection -> transact(connection, work));
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
    if (open == null) {
      open = source.open();
      connection = open;
    }
    return open;
  }

  @Override
  public void close() {
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
