package dev.sluice.relay.ops.request;

/**
 * Who asks, and by which invocation.
 *
 * @param actor the person or program; the empty text if nobody said
 * @param invocation names this run to others
 * @param function what was invoked, for buttons that invoke it again
 */
public record Caller(String actor, String invocation, String function) {}
