package dev.sluice.local;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One event on its way through a function.
 *
 * @param ending completed by whatever ends it first: an answer, an error, the death of the process
 *     or the clock
 */
record Invocation(
    String requestId, String event, CompletableFuture<Function<Report, Answer>> ending) {

  static Invocation of(String event) {
    return new Invocation(UUID.randomUUID().toString(), event, new CompletableFuture<>());
  }

  /** An X-Ray trace header: a request id has the 32 hexadecimal digits that it wants. */
  String traceId() {
    String digits = requestId.replace("-", "");
    return "Root=1-%s-%s;Parent=%s;Sampled=0"
        .formatted(digits.substring(0, 8), digits.substring(8), digits.substring(16));
  }
}
