package dev.sluice.lambda.telemetry;

import dev.sluice.relay.postgres.OutboxStore;

/** Breaks the rule that what is told does not depend on the store, for the test of that rule. */
public final class OffendingGauge {

  static void close(OutboxStore store) {
    store.close();
  }
}
