package dev.sluice.cdk;

/**
 * From when on it is too much.
 *
 * @param pending events that wait
 * @param failed events that wait for a retry
 * @param oldestPendingSeconds how long the oldest has waited
 * @param silentTurns without a sign of life; after one, a single slow start wakes somebody up
 */
public record AlarmThresholds(int pending, int failed, int oldestPendingSeconds, int silentTurns) {

  public static final AlarmThresholds DEFAULTS = new AlarmThresholds(10_000, 100, 300, 5);

  private static final int MINUTES_A_DAY = 1440;

  /** CloudWatch refuses an alarm that looks back for longer than a day. */
  public static int mostSilentTurns(int everyMinutes, int measureEveryMinutes) {
    return MINUTES_A_DAY / Math.max(1, Math.max(everyMinutes, measureEveryMinutes));
  }
}
