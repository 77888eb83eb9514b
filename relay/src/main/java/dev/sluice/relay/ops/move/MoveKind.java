package dev.sluice.relay.ops.move;

/** The three ways in which events are moved. */
public enum MoveKind {
  /** Dead events are owed again. */
  REDRIVE("redrive"),
  /** Dead events are given up. */
  DISCARD("discard"),
  /** Published events are delivered again. */
  REPLAY("replay");

  private final String action;

  MoveKind(String action) {
    this.action = action;
  }

  public String action() {
    return action;
  }
}
