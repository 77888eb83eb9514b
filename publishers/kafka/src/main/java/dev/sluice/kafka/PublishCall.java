package dev.sluice.kafka;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call of publish: a pipeline after the other sends what the last one did not, in order, until
 * only messages behind a failure of their key are left.
 */
final class PublishCall {

  private final List<OutboxMessage> messages;
  private final boolean ordered;
  private final TimeLimits limits;
  private final Supplier<KafkaPipeline> pipelines;
  private final @Nullable PublishOutcome[] outcomes;
  private final Set<OrderKey> failed = new HashSet<>();
  private @Nullable Unavailable unavailable;

  PublishCall(
      List<OutboxMessage> messages,
      boolean ordered,
      TimeLimits limits,
      Supplier<KafkaPipeline> pipelines) {
    this.messages = messages;
    this.ordered = ordered;
    this.limits = limits;
    this.pipelines = pipelines;
    this.outcomes = new PublishOutcome[messages.size()];
  }

  /** A pipeline that could not find out in its time that a broker is down is not begun. */
  List<PublishOutcome> publish() {
    Deadline deadline = Deadline.in(limits.call());
    boolean goesOn = true;
    for (List<Integer> open = open(); goesOn && !open.isEmpty(); open = open()) {
      KafkaPipeline pipeline = pipelines.get();
      settle(open, answer(pipeline, open, deadline));
      goesOn =
          unavailable == null
              && pipeline.mayBeFollowed()
              && deadline.remainingNanos() > limits.maxBlock().toNanos();
    }
    return outcomes();
  }

  private List<PublishOutcome> answer(
      KafkaPipeline pipeline, List<Integer> open, Deadline deadline) {
    CompletableFuture<List<PublishOutcome>> answer = new CompletableFuture<>();
    pipeline.send(open.stream().map(messages::get).toList(), deadline, answer::complete);
    return answer.join(); // it is given in time
  }

  private void settle(List<Integer> sent, List<PublishOutcome> answer) {
    for (int i = 0; i < sent.size(); i++) {
      int index = sent.get(i);
      switch (answer.get(i)) {
        case NotSent ignored -> {}
        case Delivered delivered -> outcomes[index] = delivered;
        case Unavailable reason -> unavailable = unavailable == null ? reason : unavailable;
        case PublishOutcome.Retryable failure -> fail(index, failure);
        case PublishOutcome.Rejected failure -> fail(index, failure);
      }
    }
  }

  private void fail(int index, PublishOutcome failure) {
    outcomes[index] = failure;
    failed.add(OrderKey.of(messages.get(index)));
  }

  private List<Integer> open() {
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] == null && !isBehind(i)) {
        open.add(i);
      }
    }
    return open;
  }

  private boolean isBehind(int index) {
    return ordered && !failed.isEmpty() && failed.contains(OrderKey.of(messages.get(index)));
  }

  private List<PublishOutcome> outcomes() {
    List<PublishOutcome> all = new ArrayList<>(outcomes.length);
    for (int i = 0; i < outcomes.length; i++) {
      PublishOutcome outcome = outcomes[i];
      PublishOutcome open = unavailable == null || isBehind(i) ? new NotSent() : unavailable;
      all.add(outcome == null ? open : outcome);
    }
    return all;
  }
}
