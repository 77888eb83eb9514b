package dev.sluice.relay.config;

/** What a dead event means for the later ones of its key. */
public enum OnDead {
  CONTINUE,
  /** They wait until it is redriven or discarded. */
  BLOCK
}
