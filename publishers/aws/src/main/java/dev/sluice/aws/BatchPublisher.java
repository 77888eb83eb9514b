package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** A publisher to a service that takes entries in batches, opened when it is first needed, once. */
public final class BatchPublisher<E> implements Publisher {

  private final Function<AwsConnection, BatchService<E>> open;
  private final BatchLimits limits;
  private final PublisherContext context;
  private final Map<Destination, CallLimit> paces = new ConcurrentHashMap<>();
  private final CallBudget budget;
  private final DestinationChecks checks = new DestinationChecks(System::nanoTime);
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable BatchService<E> service;
  private volatile boolean closed;

  public BatchPublisher(
      Function<AwsConnection, BatchService<E>> open, BatchLimits limits, PublisherContext context) {
    this.open = open;
    this.limits = limits;
    this.context = context;
    this.budget = new CallBudget(limits.calls());
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    CallTimes times = CallTimes.within(context.timeLimit());
    Optional<BatchService<E>> opened;
    try {
      opened = service();
    } catch (SdkException e) {
      String reason = destination.uri() + ": the client cannot be built: " + e.getMessage();
      return Collections.nCopies(messages.size(), new Unavailable("CLIENT", reason));
    }
    List<PublishOutcome> outcomes =
        opened
            .map(current -> publish(current, destination, messages, times))
            .orElseGet(() -> Collections.nCopies(messages.size(), new NotSent()));
    return closed ? outcomes.stream().map(BatchPublisher::blameless).toList() : outcomes;
  }

  private List<PublishOutcome> publish(
      BatchService<E> current,
      Destination destination,
      List<OutboxMessage> messages,
      CallTimes times) {
    Unavailable obstacle = checks.obstacle(current, destination);
    if (obstacle != null) {
      return Collections.nCopies(messages.size(), obstacle);
    }
    CallLimit pace = paces.computeIfAbsent(destination, ignored -> new CallLimit(limits.calls()));
    budget.enter();
    try {
      return new BatchCall<>(current, destination, messages, limits, pace, budget, times).publish();
    } finally {
      budget.leave();
    }
  }

  /** Nothing went wrong with the destination or the event: the connections were closed here. */
  private static PublishOutcome blameless(PublishOutcome outcome) {
    return switch (outcome) {
      case Delivered delivered -> delivered;
      case Rejected rejected -> rejected;
      case Retryable ignored -> new NotSent();
      case Unavailable ignored -> new NotSent();
      case NotSent notSent -> notSent;
    };
  }

  /** Builds the client, which takes the most; a call for nothing would be seen in the account. */
  @Override
  public void prepare(Destination destination) {
    service().ifPresent(current -> current.prepare(destination));
  }

  @Override
  public Finding look(Destination destination) {
    try {
      return service()
          .map(current -> DestinationChecks.look(current, destination))
          .orElseGet(() -> new Finding.Unknown("the publisher was closed", ""));
    } catch (SdkException e) {
      return new Finding.Obstructed(
          destination.uri() + ": the client cannot be built: " + e.getMessage(),
          "set AWS_REGION, and give the function a role");
    }
  }

  /** Empty after the end. */
  private Optional<BatchService<E>> service() {
    lock.lock();
    try {
      if (service == null && !closed) {
        service = open.apply(AwsConnection.open(context));
      }
      return Optional.ofNullable(service);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (service != null) {
        service.close();
        service = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
