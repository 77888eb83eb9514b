package dev.sluice.bench;

import java.sql.SQLException;

/**
 * The services that the contenders of a benchmark share. An opening that fails leaves its processes
 * to the end of this JVM.
 */
interface Stage extends AutoCloseable {

  Database database();

  /** Measured, and verified: what was lost or came twice is a fault of the run. */
  Run run(Contender contender, long events) throws SQLException;

  @Override
  void close() throws SQLException;
}
