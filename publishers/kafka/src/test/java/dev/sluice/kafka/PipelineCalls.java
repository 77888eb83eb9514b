package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What was handed to a pipeline and what it answered. */
final class PipelineCalls {

  /** A busy machine is no fault of the pipeline. */
  private static final Duration MARGIN = Duration.ofSeconds(15);

  private final Pipeline pipeline;
  private final Duration limit;
  private final List<OutboxMessage> messages = new ArrayList<>();
  private final List<CompletableFuture<List<PublishOutcome>>> answers = new ArrayList<>();
  private final AtomicInteger answered = new AtomicInteger();

  PipelineCalls(Pipeline pipeline, Duration limit) {
    this.pipeline = pipeline;
    this.limit = limit;
  }

  PipelineCalls send(List<OutboxMessage> call) {
    CompletableFuture<List<PublishOutcome>> answer = new CompletableFuture<>();
    answers.add(answer);
    pipeline.send(
        call,
        outcomes -> {
          answered.incrementAndGet();
          answer.complete(outcomes);
        });
    messages.addAll(call);
    return this;
  }

  PipelineCalls sendInCallsOf(int size, List<OutboxMessage> all) {
    for (int from = 0; from < all.size(); from += size) {
      send(all.subList(from, Math.min(all.size(), from + size)));
    }
    return this;
  }

  /** One outcome per message; every call was answered once. */
  List<PublishOutcome> outcomes() throws Exception {
    List<PublishOutcome> outcomes = new ArrayList<>();
    for (CompletableFuture<List<PublishOutcome>> answer : answers) {
      outcomes.addAll(answer.get(limit.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS));
    }
    assertThat(outcomes).hasSameSizeAs(messages).doesNotContainNull();
    assertThat(answered).hasValue(answers.size());
    return outcomes;
  }

  void awaitFirst() {
    answers.getFirst().join();
  }

  List<OutboxMessage> messages() {
    return messages;
  }

  /** The seqs; no key has a gap. */
  Set<Long> delivered() throws Exception {
    List<PublishOutcome> outcomes = outcomes();
    Set<Long> delivered = new HashSet<>();
    Set<String> stopped = new HashSet<>();
    for (int i = 0; i < outcomes.size(); i++) {
      OutboxMessage message = messages.get(i);
      if (outcomes.get(i) instanceof Delivered) {
        assertThat(stopped)
            .as("keys with a gap before %d", message.seq())
            .doesNotContain(message.key());
        delivered.add(message.seq());
      } else {
        stopped.add(message.key());
      }
    }
    return delivered;
  }
}
