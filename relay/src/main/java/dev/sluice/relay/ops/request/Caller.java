package dev.sluice.relay.ops.request;

/**
 * Who asks, and by which invocation.
 *
 * @param actor the person or program; the empty text if nobody said
 * @param invocation names this run to others
 * @param function as it was invoked, for buttons that invoke it again
 * @param changing the same function by the name that may change something
 */
public record Caller(String actor, String invocation, String function, String changing) {}
