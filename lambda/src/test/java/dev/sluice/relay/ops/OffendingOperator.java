package dev.sluice.relay.ops;

import dev.sluice.relay.postgres.OutboxStore;
import java.sql.Connection;
import java.sql.SQLException;

/** Breaks the rules that operating is decided without a database, for the tests of those rules. */
public final class OffendingOperator {

  static void close(OutboxStore store, Connection connection) throws SQLException {
    store.close();
    connection.close();
  }
}
