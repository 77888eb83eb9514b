package dev.sluice.relay.config;

/** What an invocation does once the outbox is empty. */
public enum Mode {
  /** Keeps polling until the next schedule takes over. */
  LOOP,
  /** Exits, so that a serverless database may sleep. */
  DRAIN
}
