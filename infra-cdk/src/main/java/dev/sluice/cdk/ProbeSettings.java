package dev.sluice.cdk;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An event that goes all the way, to see whether it arrives. Consumers of its stream get it.
 *
 * @param stream whose route it takes
 * @param afterDeployment a deployment fails if it does not arrive
 * @param everyMinutes between two of a schedule, which has an alarm of its own; empty: none
 */
public record ProbeSettings(
    String stream, boolean afterDeployment, Optional<Integer> everyMinutes) {

  public static final String STREAM = "sluice.probe";

  public static final ProbeSettings NONE = new ProbeSettings(STREAM, false, Optional.empty());

  /** None begins before the one before it has ended. */
  public static final int LEAST_MINUTES = 5;

  public static final int MOST_MINUTES = 60;

  /** The relay's schedule may come late by a minute, and the function has to start. */
  private static final int LATE_SECONDS = 90;

  /** To answer in, after the wait. */
  private static final int RESERVE_SECONDS = 30;

  /**
   * The relay's schedule is what delivers a probe, and the function for operations waits for it.
   */
  public static final int MOST_RELAY_MINUTES =
      (OpsLimits.TIMEOUT_SECONDS - RESERVE_SECONDS - LATE_SECONDS) / 60;

  public ProbeSettings {
    if (everyMinutes.filter(every -> every < LEAST_MINUTES || every > MOST_MINUTES).isPresent()) {
      throw new IllegalArgumentException(
          "everyMinutes of a probe is %d; it must be from %d to %d"
              .formatted(everyMinutes.get(), LEAST_MINUTES, MOST_MINUTES));
    }
  }

  /** Whether there is any. */
  public boolean asked() {
    return afterDeployment || everyMinutes.isPresent();
  }

  /** Its failure is the invocation's. */
  Map<String, Object> deployment(int relayMinutes) {
    return request("deployment", relayMinutes);
  }

  /** Its failure is a metric. */
  Map<String, Object> scheduled(int relayMinutes) {
    Map<String, Object> request = request("schedule", relayMinutes);
    request.put("metrics", true);
    return request;
  }

  private Map<String, Object> request(String actor, int relayMinutes) {
    if (relayMinutes > MOST_RELAY_MINUTES) {
      throw new IllegalArgumentException(
          "everyMinutes of the relay is %d; with a probe it must be %d or less, because the probe waits for the relay's schedule"
              .formatted(relayMinutes, MOST_RELAY_MINUTES));
    }
    Map<String, Object> request = new TreeMap<>();
    request.put("action", "probe");
    request.put("actor", actor);
    request.put("seconds", relayMinutes * 60 + LATE_SECONDS);
    request.put("stream", stream);
    return request;
  }
}
