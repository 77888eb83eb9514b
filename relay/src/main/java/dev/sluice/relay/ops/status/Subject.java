package dev.sluice.relay.ops.status;

/** A stream or a destination, which an operator can pause. */
public record Subject(Kind kind, String name) {
  public enum Kind {
    STREAM,
    DESTINATION
  }
}
