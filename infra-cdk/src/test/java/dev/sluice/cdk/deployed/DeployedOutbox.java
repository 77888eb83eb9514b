package dev.sluice.cdk.deployed;

import java.util.Optional;

/**
 * All that must be known of a deployed outbox to walk through it; the rest is read from its
 * functions.
 *
 * @param relay ARN of the relay's alias
 * @param ops ARN of the alias of operations that may change the outbox
 * @param look ARN of the one that only looks; empty where there is none
 */
record DeployedOutbox(String relay, String ops, Optional<String> look, Alarms alarms) {

  /**
   * Names of alarms.
   *
   * @param deadEvents rings while events are dead
   * @param deadLetters fires when one arrives
   * @param silence rings when no relay is at work
   */
  record Alarms(String deadEvents, String deadLetters, String silence) {
    static Alarms of(String outbox) {
      return new Alarms(
          outbox + " Dead events",
          outbox + " Dead letters arrived",
          outbox + " Relay heartbeat missing");
    }
  }
}
