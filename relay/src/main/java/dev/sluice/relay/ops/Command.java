package dev.sluice.relay.ops;

import dev.sluice.relay.Outbox.Subject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an operator asks for. */
public sealed interface Command {

  record Status(boolean text) implements Command {}

  record Measure() implements Command {}

  record Preflight() implements Command {}

  /** The page that a dashboard shows. */
  record Widget() implements Command {}

  /** What somebody is told who puts the widget on a dashboard. */
  record Describe() implements Command {}

  record Clean() implements Command {}

  record Pause(Subject subject, String reason) implements Command {}

  record Resume(Subject subject, @Nullable String reason) implements Command {}

  /**
   * Takes events from one state to another.
   *
   * @param confirm without it nothing is changed, and the answer says what would be
   * @param acceptGap consumers may have to live without an event whose successors they have
   * @param perMinute at most so many events; 0 for as fast as it goes
   */
  record Move(
      Kind kind,
      Filter filter,
      boolean confirm,
      boolean acceptGap,
      int perMinute,
      @Nullable String reason)
      implements Command {}

  /** Goes on with an operation that was confirmed and did not come to its end. */
  record Continue(Kind kind, UUID operation) implements Command {}

  /** The three ways in which events are moved. */
  enum Kind {
    /** Dead events are owed again. */
    REDRIVE("redrive"),
    /** Dead events are given up and archived. */
    DISCARD("discard"),
    /** Published events are delivered again. */
    REPLAY("replay");

    private final String action;

    Kind(String action) {
      this.action = action;
    }

    public String action() {
      return action;
    }
  }
}
