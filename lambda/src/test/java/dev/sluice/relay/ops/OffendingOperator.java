package dev.sluice.relay.ops;

import dev.sluice.relay.postgres.OutboxStore;

/** Breaks the rule that operating is decided without a database, for the test of that rule. */
public final class OffendingOperator {

  static void close(OutboxStore store) {
    store.close();
  }
}
