package dev.sluice.relay.ops;

import java.util.Collection;
import java.util.UUID;

/** The queue that holds a copy of every dead event. */
@FunctionalInterface
public interface DeadLetterQueue {

  /** Nobody copies anything. */
  DeadLetterQueue NONE = _ -> 0;

  /**
   * Takes the copies of these events off; how many it found. Called after their redrive or discard
   * was committed, so a copy may stay behind when the process dies in between.
   */
  int remove(Collection<UUID> ids);
}
