package dev.sluice.relay.ops;

import dev.sluice.relay.ops.move.MoveKind;
import dev.sluice.relay.ops.move.MoveRequest;
import dev.sluice.relay.ops.status.Subject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an operator asks for. */
public sealed interface Command {

  record Status(boolean text) implements Command {}

  record Measure() implements Command {}

  record Preflight() implements Command {}

  /** The page that a dashboard shows. */
  record Widget() implements Command {}

  /** The description of the widget, for CloudWatch. */
  record Describe() implements Command {}

  record Clean() implements Command {}

  /**
   * @param metrics writes its outcome as a metric, for an alarm, and does not fail
   */
  record Probe(String stream, int seconds, boolean metrics) implements Command {}

  /**
   * @param subscription null for the only one
   */
  record Pause(@Nullable String subscription, Subject subject, String reason) implements Command {}

  record Resume(@Nullable String subscription, Subject subject, @Nullable String reason)
      implements Command {}

  /** Gives up a subscription that no route names any more. */
  record Forget(String subscription, boolean confirm, String reason) implements Command {}

  record Move(MoveRequest request) implements Command {}

  /** Continues an operation that was confirmed and did not finish. */
  record Continue(MoveKind kind, UUID operation) implements Command {}

  /** Whether it changes the outbox or its gauges. Everything else only looks, dry runs too. */
  default boolean changes() {
    return switch (this) {
      case Status(var text) -> false;
      case Preflight() -> false;
      case Widget() -> false;
      case Describe() -> false;
      case Move(var request) -> request.confirm();
      case Measure() -> true;
      case Clean() -> true;
      case Probe(var stream, var seconds, var metrics) -> true;
      case Pause(var subscription, var subject, var reason) -> true;
      case Resume(var subscription, var subject, var reason) -> true;
      case Forget(var subscription, var confirm, var reason) -> confirm;
      case Continue(var kind, var operation) -> true;
    };
  }
}
