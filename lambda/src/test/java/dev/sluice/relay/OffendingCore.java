package dev.sluice.relay;

import dev.sluice.relay.log.PostgresLog;
import java.sql.Connection;
import java.util.logging.Logger;

/** Does what the root of the relay must not; see RoomsTest. */
public final class OffendingCore {

  private OffendingCore() {}

  static void offend(Connection connection, PostgresLog log) {
    Logger.getAnonymousLogger().info(System.getenv("SLUICE_DB_PASSWORD"));
    System.out.println(connection);
    log.close();
  }
}
