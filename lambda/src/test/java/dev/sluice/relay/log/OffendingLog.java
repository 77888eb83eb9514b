package dev.sluice.relay.log;

import dev.sluice.relay.config.RelayConfig;

/** Knows what the log must not; see RoomsTest. */
public final class OffendingLog {

  private OffendingLog() {}

  static void offend(RelayConfig config) {
    System.out.println(config.batch());
  }
}
