package dev.sluice.aws;

import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;

/**
 * Failures in words. What a service says of an entry is told by its code alone: its message may
 * quote the event.
 *
 * @param name how people call the destination
 * @param permissions what the function needs to be allowed there
 */
record Reasons(String name, String permissions) {

  Rejected tooLarge(int bytes, int most) {
    String reason = "it has %d bytes with its attributes, and %s takes %d";
    return new Rejected("TOO_LARGE", reason.formatted(bytes, name, most));
  }

  Rejected rejected(String code) {
    return new Rejected(code, name + " refuses it for good: " + code);
  }

  Retryable retryable(String code) {
    return new Retryable(code, name + " refused it: " + code);
  }

  Unavailable serverFault(String code) {
    return new Unavailable(code, name + " did not take it because of a server error: " + code);
  }

  Retryable silence(CallFailure failure) {
    return new Retryable(failure.code(), name + " gives no answer to it: " + failure.text());
  }

  PublishOutcome refused(CallFailure failure) {
    return failure.scope() == FaultScope.EVENT
        ? rejected(failure.code())
        : retryable(failure.code());
  }

  Unavailable denied(String code, String text) {
    String reason = "%s: %s; it must exist, and the function needs %s%s";
    String said = text.isEmpty() ? "" : " (" + text + ")";
    return new Unavailable(code, reason.formatted(name, code, permissions, said));
  }

  Unavailable outage(CallFailure failure) {
    return new Unavailable(failure.code(), name + " does not answer: " + failure.text());
  }

  Unavailable throttled(String time) {
    return new Unavailable("THROTTLED", name + " throttled for " + time + "; raise its quota");
  }

  Unavailable slow(String time) {
    return new Unavailable("OUTAGE", name + " did not take everything in " + time);
  }
}
