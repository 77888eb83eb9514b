package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.HeldHeads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Brings the held events of due keys to their destinations, and frees keys that have none left. */
final class HeldEvents {

  private final BlockedKeys blocked;
  private final Destinations destinations;

  HeldEvents(BlockedKeys blocked, Destinations destinations) {
    this.blocked = blocked;
    this.destinations = destinations;
  }

  /**
   * @param keys that were asked for
   */
  void take(List<EventKey> keys, HeldHeads heads, long askedAt) {
    heads.unread().forEach(key -> blocked.read(key, false));
    heads.waits().forEach((key, wait) -> blocked.postpone(key, askedAt + wait.toNanos()));
    heads.stopped().forEach(blocked::stop);
    Set<EventKey> found = new HashSet<>(heads.unread());
    found.addAll(heads.stopped());
    found.addAll(heads.waits().keySet());
    Map<DestinationQueue, List<LogEvent>> byQueue = new LinkedHashMap<>();
    for (LogEvent event : heads.events()) {
      found.add(event.key());
      byQueue.computeIfAbsent(queueOf(event), queue -> new ArrayList<>()).add(event);
    }
    keys.stream().filter(key -> !found.contains(key)).forEach(key -> blocked.read(key, true));
    byQueue.forEach(this::offer);
  }

  private DestinationQueue queueOf(LogEvent event) {
    return Objects.requireNonNull(destinations.queueOf(event.message().stream()));
  }

  private void offer(DestinationQueue queue, List<LogEvent> events) {
    if (destinations.mayTake(events.getFirst().message().stream(), events.size() == 1)) {
      queue.offerHeads(events);
    } else {
      events.forEach(event -> blocked.read(event.key(), false));
    }
  }
}
