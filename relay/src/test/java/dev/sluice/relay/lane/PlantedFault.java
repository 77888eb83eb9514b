package dev.sluice.relay.lane;

/** A rule that is broken on purpose, so that the simulation is known to find it. */
enum PlantedFault {
  NONE,
  /** A settle is written although a shard has another owner. */
  NO_FENCE,
  /** A lease says nothing of the keys that have held events. */
  FORGETS_BLOCKED_KEYS,
  /** A lease and a reload say nothing of the keys whose first event is dead and blocks them. */
  FORGETS_STOPPED_KEYS,
  /** Held events are tried behind a dead one that blocks them. */
  READS_BEHIND_DEAD,
  /** An event is settled as dead although the dead-letter queue has not taken its copy. */
  DEAD_WITHOUT_COPY,
  /** Every page is read with the newest target. */
  MOVES_TARGET,
  /** A shard that is taken over in the middle of a window comes without its target. */
  NEW_TARGET_AT_TAKEOVER,
  /** The publisher goes on with a key behind a failure. */
  SENDS_BEHIND_FAILURE,
  /** Held events are tried although an earlier one of their key waits for its retry. */
  RETRIES_OUT_OF_TURN,
  /** The progress is written before the rest of a settle. */
  PROGRESS_BEFORE_SETTLE,
  /** A lease leaves no progress of the new token. */
  LEASE_WITHOUT_PROGRESS,
  /** Leases end before their lane believes so. */
  SENDS_WITHOUT_LEASE,
  /** A successor does not wait until it is handed over. */
  TAKES_WHAT_IT_ASKS_FOR,
  /** A lane gets back a shard that another lane had, while it still has old events of it. */
  STALE_RETAKE,
  /** A careful lane writes no names. */
  NAMES_NOTHING,
  /** A lease says that owners crashed, and not what they had named. */
  FORGETS_SUSPECTS,
  /** The end of the careful mode does not reach the database. */
  CAREFUL_FOREVER,
  /** One crash with an event in flight alone is enough. */
  CONDEMNS_AFTER_ONE_CRASH,
  /** An event that was named with others counts as if it had been in flight alone. */
  BLAMES_COMPANY
}
