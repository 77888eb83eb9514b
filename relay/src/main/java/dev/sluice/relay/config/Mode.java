package dev.sluice.relay.config;

/** What an invocation does once the outbox is empty. */
public enum Mode {
  /** Keeps polling until the next invocation asks for the shards. */
  LOOP,
  /** Exits, so that a serverless database may sleep. */
  DRAIN
}
