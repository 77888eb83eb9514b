package dev.sluice.relay.lane;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one process. When it dies, an event that one of them had in flight alone is to
 * blame: so no other lane may have anything in flight beside it.
 */
public final class Peers {

  private final Set<Object> sending = Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable Object alone;

  /** False while another lane sends alone, or waits to do so. */
  synchronized boolean maySend(Object lane) {
    boolean may = alone == null || alone == lane;
    if (may) {
      sending.add(lane);
    }
    return may;
  }

  /** False until nothing of the others is in flight; from now on they begin nothing. */
  synchronized boolean maySendAlone(Object lane) {
    if (alone == null) {
      alone = lane;
    }
    return alone == lane && sending.stream().allMatch(other -> other == lane);
  }

  /** Nothing of the lane is in flight. */
  synchronized void rest(Object lane) {
    sending.remove(lane);
    if (alone == lane) {
      alone = null;
    }
  }
}
