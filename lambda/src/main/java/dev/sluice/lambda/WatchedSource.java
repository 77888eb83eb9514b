package dev.sluice.lambda;

import dev.sluice.relay.log.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Remembers why the last attempt to connect failed, or that it has not ended, so that an invocation
 * can say so at its end.
 */
final class WatchedSource implements ConnectionSource {

  private final ConnectionSource source;
  private volatile @Nullable SQLException failure;

  WatchedSource(ConnectionSource source) {
    this.source = source;
  }

  @Override
  public Connection open() throws SQLException {
    if (failure == null) {
      failure = new SQLException("the login was not answered", "08001");
    }
    try {
      Connection connection = source.open();
      failure = null;
      return connection;
    } catch (SQLException e) {
      failure = e;
      throw e;
    }
  }

  /** The answer would otherwise look like that of an outbox without events. */
  void throwIfOutOfReach() {
    SQLException last = failure;
    if (last != null) {
      Throwable cause = last.getCause() == null ? last : last.getCause();
      throw new IllegalStateException(
          "the database is out of reach; check the host and port in SLUICE_DB_URL, that the database"
              + " runs, and that the function's network leads there ("
              + last.getSQLState()
              + ": "
              + cause
              + ")",
          last);
    }
  }
}
