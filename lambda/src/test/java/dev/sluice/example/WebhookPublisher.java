package dev.sluice.example;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.wire.Body;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** POSTs every event: many keys at once, and the events of one key one after the other. */
record WebhookPublisher(WebhookClient client, Duration timeLimit) implements Publisher {

  static final int LARGEST = 1_000_000;

  @Override
  public List<PublishOutcome> publish(Destination hook, List<OutboxMessage> messages) {
    long deadline = System.nanoTime() + timeLimit.toNanos() * 9 / 10;
    Map<Object, CompletableFuture<PublishOutcome>> last = new HashMap<>();
    List<CompletableFuture<PublishOutcome>> all = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(32, Thread.ofVirtual().factory())) {
      for (OutboxMessage message : messages) {
        Object key = hook.ordered() ? List.of(message.stream(), message.key()) : message.id();
        Supplier<PublishOutcome> post = () -> post(hook, message, deadline);
        var before = last.getOrDefault(key, CompletableFuture.completedFuture(new Delivered("")));
        // What stands behind a failure of its key is not sent: it shares the outcome.
        var after = before.thenApplyAsync(it -> it instanceof Delivered ? post.get() : it, threads);
        last.put(key, after);
        all.add(after);
      }
      return all.stream().map(CompletableFuture::join).toList();
    }
  }

  private PublishOutcome post(Destination hook, OutboxMessage message, long deadline) {
    Body body = Body.of(hook.format(), message);
    if (body.bytes().length > LARGEST) {
      return new Rejected("TOO_LARGE", body.bytes().length + " bytes exceed " + LARGEST);
    }
    try {
      int status = client.post(hook, message, body, deadline);
      String answer = hook.target() + " answered " + status;
      return switch (status) {
        case 200, 201, 202, 204 -> new Delivered(status + " for " + message.id());
        case 400, 413, 415, 422 -> new Rejected("HTTP_" + status, answer);
        case 500 -> new Retryable("HTTP_" + status, answer);
        default -> new Unavailable("HTTP_" + status, answer);
      };
    } catch (IOException e) {
      return new Unavailable("NO_ANSWER", hook.target() + ": " + e.getClass().getSimpleName());
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
