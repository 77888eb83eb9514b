package dev.sluice.cdk;

import dev.sluice.metrics.Metric.Scope;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the relay works and what it may cost.
 *
 * @param lanes relays that share the work, at most 16; start with one
 * @param mode LOOP polls all the time and answers within a second; DRAIN works a moment a minute
 *     for a hundredth of the price
 * @param everyMinutes between two invocations of a lane. In DRAIN more than five let a serverless
 *     database sleep, if it is measured as rarely; LOOP then leaves gaps
 * @param measureEveryMinutes between two looks at the outbox for its alarms
 * @param memory in MiB; the processor grows with it, and in LOOP the price
 * @param timeoutSeconds at least 75 in LOOP. The next invocation may come late by a minute: with
 *     150 the relay works until then
 * @param reservedConcurrency a cap; small accounts cannot reserve any, so there is none by default
 * @param routesInParameter keeps the routes in Parameter Store, for those over 3 KB, up to 8 KB; a
 *     change is in force within a minute. In an isolated subnet that takes one more endpoint
 * @param probe an event that goes all the way, after a deployment or by a schedule
 * @param metricsByStream gives each stream metrics of its own, which cost three dollars a month
 *     each
 * @param environment more variables of the functions, such as SLUICE_BATCH; they win
 */
public record RelaySettings(
    int lanes,
    String mode,
    int everyMinutes,
    int measureEveryMinutes,
    int memory,
    int timeoutSeconds,
    Optional<Integer> reservedConcurrency,
    boolean routesInParameter,
    ProbeSettings probe,
    boolean metricsByStream,
    Map<String, String> environment) {

  public static final int LEAST_LOOP_TIMEOUT = 75;

  /** The relay publishes for 125 s if no other invocation asks for its shards. */
  static final int LOOP_TIMEOUT = 150;

  /** A database that sleeps answers after 15 to 45 s, and then there is work to do. */
  public static final int LEAST_WAKING_TIMEOUT = 60;

  /** One for each shard. */
  public static final int MOST_LANES = 16;

  static final String RETENTION = "SLUICE_RETENTION";

  private static final String METRIC_DIMENSIONS = "SLUICE_METRIC_DIMENSIONS";

  public static final RelaySettings DEFAULTS =
      new RelaySettings(
          1,
          "LOOP",
          1,
          1,
          512,
          LOOP_TIMEOUT,
          Optional.empty(),
          false,
          ProbeSettings.NONE,
          false,
          Map.of());

  public RelaySettings {
    environment = Map.copyOf(environment);
    if (mode.equals("LOOP") && timeoutSeconds < LEAST_LOOP_TIMEOUT) {
      throw new IllegalArgumentException(
          "a relay in LOOP publishes for a minute and needs a reserve; give it %d s or more, not %d s"
              .formatted(LEAST_LOOP_TIMEOUT, timeoutSeconds));
    }
    if (everyMinutes < 1
        || everyMinutes > 60
        || measureEveryMinutes < 1
        || measureEveryMinutes > 60) {
      throw new IllegalArgumentException(
          "everyMinutes is %d and measureEveryMinutes %d; both must be from 1 to 60"
              .formatted(everyMinutes, measureEveryMinutes));
    }
    if (lanes < 1 || lanes > MOST_LANES) {
      throw new IllegalArgumentException(
          "there are 1 to %d lanes, not %d".formatted(MOST_LANES, lanes));
    }
  }

  public RelaySettings withLanes(int lanes) {
    return copy(lanes, mode, environment);
  }

  public RelaySettings withMode(String mode) {
    return copy(lanes, mode, environment);
  }

  public RelaySettings withEnvironment(Map<String, String> environment) {
    return copy(lanes, mode, environment);
  }

  private RelaySettings copy(int lanes, String mode, Map<String, String> environment) {
    return new RelaySettings(
        lanes,
        mode,
        everyMinutes,
        measureEveryMinutes,
        memory,
        timeoutSeconds,
        reservedConcurrency,
        routesInParameter,
        probe,
        metricsByStream,
        environment);
  }

  String retention() {
    return variables().getOrDefault(RETENTION, "");
  }

  /** By which its metrics are found, with commas in between. */
  String metricDimensions() {
    return variables().getOrDefault(METRIC_DIMENSIONS, "");
  }

  Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    variables.put("SLUICE_MODE", mode);
    variables.put(RETENTION, "7d");
    Scope finest = metricsByStream ? Scope.STREAM : Scope.OUTBOX;
    variables.put(METRIC_DIMENSIONS, String.join(",", finest.dimensions()));
    variables.putAll(environment);
    return variables;
  }
}
