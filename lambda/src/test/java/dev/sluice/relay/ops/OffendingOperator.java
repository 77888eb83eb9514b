package dev.sluice.relay.ops;

import java.sql.Connection;
import java.sql.SQLException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Does what the operators' dispatcher must not; see RoomsTest. */
public final class OffendingOperator {

  private OffendingOperator() {}

  static void offend(Connection connection, SqsClient queue) throws SQLException {
    connection.close();
    queue.close();
  }
}
