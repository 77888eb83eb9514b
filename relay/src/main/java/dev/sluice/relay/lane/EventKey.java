package dev.sluice.relay.lane;

/** What order is kept within: two streams may share a key, but not its order. */
public record EventKey(String stream, String key) {}
