package dev.sluice.relay.lane;

import dev.sluice.relay.log.PostgresLog;
import java.sql.Connection;

/** Does what the lane must not; see RoomsTest. */
public final class OffendingLane {

  private OffendingLane() {}

  static void offend(Connection connection, PostgresLog log) {
    System.out.println(connection);
    log.close();
  }
}
