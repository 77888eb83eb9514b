package dev.sluice.local.demo;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * After the last order the relay empties the outbox, the last events arrive, and both sides are
 * counted.
 */
final class Settlement {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** When nothing has arrived for so long, nothing more will. */
  private static final Duration QUIET = Duration.ofSeconds(4);

  private final Run run;
  private final Context context;
  private final long end = System.nanoTime() + PATIENCE.toNanos();
  private int arrived;
  private long arrivedAt = System.nanoTime();

  Settlement(Run run) {
    this.run = run;
    this.context = run.context();
  }

  /** Nothing is owed any more and everything has arrived, or there is no point in waiting. */
  boolean over() throws SQLException {
    long now = System.nanoTime();
    int distinct = context.receipts().distinct();
    if (distinct != arrived) {
      arrived = distinct;
      arrivedAt = now;
    }
    OutboxGauge.Level level = context.gauge().look();
    boolean complete = distinct + level.dead() >= context.orders().appended();
    boolean quiet = now - arrivedAt > QUIET.toNanos();
    return now > end || (level.owed() == 0 && (complete || quiet));
  }

  Outcome outcome() throws SQLException {
    context.orders().close();
    OutboxGauge.Level level = context.gauge().look();
    // First what is owed: what is delivered in between would otherwise be nowhere.
    Map<String, String> owed = context.gauge().owed();
    List<String> committed = context.shop().committed();
    return new Outcome(
        Ledger.balance(
            committed, context.orders().rolledBack(), context.receipts().received(), owed),
        run.snapshot(),
        context.latencies().calm(),
        level.retries(),
        context.relay().function().starts(),
        context.relay().invocations(),
        run.scenario().failure().or(() -> miscount(committed)));
  }

  private Optional<String> miscount(List<String> committed) {
    int counted = context.orders().appended();
    return new HashSet<>(committed).size() == counted
        ? Optional.empty()
        : Optional.of(
            "the application counts %d orders, its table %d".formatted(counted, committed.size()));
  }
}
