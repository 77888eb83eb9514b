package dev.sluice.bench;

import dev.sluice.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A transaction that is left open: a report, a dump, a forgotten session. No row that dies after
 * its snapshot can be removed while it lasts.
 */
final class PinnedXmin implements AutoCloseable {

  private static final String IS_PINNED =
      "SELECT backend_xmin IS NOT NULL FROM pg_stat_activity WHERE pid = pg_backend_pid()";

  private final Connection connection;

  PinnedXmin(LocalPostgres postgres) throws SQLException {
    this.connection = postgres.connect(postgres.superuser());
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(IS_PINNED)) {
      row.next();
      if (!row.getBoolean(1)) {
        throw new IllegalStateException("the transaction holds no snapshot");
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.rollback();
    connection.close();
  }
}
