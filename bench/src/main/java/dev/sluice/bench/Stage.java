package dev.sluice.bench;

import java.sql.SQLException;

/**
 * What the contenders of a benchmark share, and what a run of one is. What an opening that fails
 * has started ends with this JVM.
 */
interface Stage extends AutoCloseable {

  Database database();

  /** Measured, and verified: what was lost or came twice is a fault of the run. */
  Run run(Contender contender, long events) throws SQLException;

  @Override
  void close() throws SQLException;
}
