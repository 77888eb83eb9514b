package dev.sluice.local.demo;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What follows the last order: the relay empties the outbox, the last events arrive, and one
 * counts.
 */
final class Settlement {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** When nothing has arrived for so long, nothing more will. */
  private static final Duration QUIET = Duration.ofSeconds(4);

  private final Performance performance;
  private final long end = System.nanoTime() + PATIENCE.toNanos();
  private int arrived;
  private long arrivedAt = System.nanoTime();

  Settlement(Performance performance) {
    this.performance = performance;
  }

  /** Nothing is owed any more and everything has arrived, or there is no point in waiting. */
  boolean over() throws SQLException {
    long now = System.nanoTime();
    int distinct = performance.traffic().receipts().distinct();
    if (distinct != arrived) {
      arrived = distinct;
      arrivedAt = now;
    }
    OutboxGauge.Level level = performance.gauge().look();
    boolean complete = distinct + level.dead() >= performance.orders().appended();
    boolean quiet = now - arrivedAt > QUIET.toNanos();
    return now > end || (level.owed() == 0 && (complete || quiet));
  }

  Outcome outcome() throws SQLException {
    performance.orders().close();
    OutboxGauge.Level level = performance.gauge().look();
    // First what is owed: what is delivered in between would otherwise be nowhere.
    Map<String, String> owed = performance.gauge().owed();
    List<String> committed = performance.shop().committed();
    Ledger ledger =
        Ledger.balance(
            committed,
            performance.orders().rolledBack(),
            performance.traffic().receipts().received(),
            owed);
    return new Outcome(
        ledger,
        performance.snapshot(),
        performance.traffic().latencies().undisturbed(),
        level.retries(),
        performance.relay().processes(),
        performance.relay().invocations(),
        failure(committed));
  }

  private Optional<String> failure(List<String> committed) {
    Exception failed = performance.playbill().failure();
    if (failed != null) {
      return Optional.of(String.valueOf(failed.getMessage()));
    }
    int counted = performance.orders().appended();
    return new HashSet<>(committed).size() == counted
        ? Optional.empty()
        : Optional.of(
            "the application counts %d orders, its table %d".formatted(counted, committed.size()));
  }
}
