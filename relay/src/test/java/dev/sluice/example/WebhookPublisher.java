package dev.sluice.example;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
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

/** POSTs many keys at once, and the events of a key one after the other, up to one that fails. */
record WebhookPublisher(WebhookClient client, Duration timeLimit) implements Publisher {

  @Override
  public List<PublishOutcome> publish(Destination hook, List<OutboxMessage> messages) {
    long deadline = System.nanoTime() + timeLimit.toNanos() * 9 / 10;
    Map<Object, CompletableFuture<PublishOutcome>> last = new HashMap<>();
    List<CompletableFuture<PublishOutcome>> all = new ArrayList<>();
    try (var pool = Executors.newFixedThreadPool(32, Thread.ofVirtual().factory())) {
      for (OutboxMessage message : messages) {
        Object key = hook.ordered() ? List.of(message.stream(), message.key()) : message.id();
        Supplier<PublishOutcome> post = () -> post(hook, message, deadline);
        var before = last.getOrDefault(key, CompletableFuture.completedFuture(new Delivered("")));
        var after =
            before.thenApplyAsync(it -> it instanceof Delivered ? post.get() : new NotSent(), pool);
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
      return client.isClosed()
          ? new NotSent()
          : new Unavailable("NO_ANSWER", hook.target() + ": " + e.getClass().getSimpleName());
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
