package dev.sluice.example;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
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
    try {
      WebhookClient.Answer answer = client.post(hook, message, deadline);
      return switch (answer.status()) {
        case 200, 201, 202, 204 -> new Delivered("webhook " + message.id());
        case 400, 413, 415, 422 -> new Rejected(answer.code(), answer.text());
        case 500 -> new Retryable(answer.code(), answer.text());
        default -> new Unavailable(answer.code(), answer.text());
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
