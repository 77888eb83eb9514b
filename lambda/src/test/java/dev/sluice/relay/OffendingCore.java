package dev.sluice.relay;

import dev.sluice.relay.postgres.OutboxStore;
import java.sql.Connection;
import java.util.logging.Logger;

/** Does what the relay's core must not; see ArchitectureTest. */
public final class OffendingCore {

  private OffendingCore() {}

  static void offend(Connection connection, OutboxStore store) {
    Logger.getAnonymousLogger().info(System.getenv("SLUICE_DB_PASSWORD"));
    System.out.println(connection);
    store.close();
  }
}
