package dev.sluice.lambda.telemetry;

import dev.sluice.relay.log.PostgresLog;

/** Knows the database; see LoggingArchitectureTest. */
public final class OffendingGauge {

  private OffendingGauge() {}

  static void offend(PostgresLog log) {
    log.close();
  }
}
