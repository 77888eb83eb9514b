package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What the database knows beyond the events.
 *
 * @param openBreakers destinations, and the wait until the next probe
 * @param heldChanges counts changes of outbox.held by other processes than the shards' owners
 * @param wanted shards of the lane that a successor asks for
 */
public record States(
    Set<String> pausedStreams,
    Set<String> pausedDestinations,
    Map<String, Duration> openBreakers,
    long heldChanges,
    ShardSet wanted) {}
