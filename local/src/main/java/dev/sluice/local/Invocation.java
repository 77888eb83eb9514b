package dev.sluice.local;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One event on its way through a function.
 *
 * @param ending completed by whatever ends it first: an answer, an error, the death of the process
 *     or the clock
 * @param answer what the caller waits for
 */
record Invocation(
    String requestId,
    String event,
    CompletableFuture<Function<Report, Answer>> ending,
    CompletableFuture<Answer> answer) {

  static Invocation of(String event) {
    return new Invocation(
        UUID.randomUUID().toString(), event, new CompletableFuture<>(), new CompletableFuture<>());
  }
}
