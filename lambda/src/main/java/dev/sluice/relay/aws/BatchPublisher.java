package dev.sluice.relay.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** A publisher to a service that takes entries in batches, opened when it is first needed. */
public final class BatchPublisher<E> implements Publisher {

  private final Function<AwsConnection, BatchService<E>> open;
  private final BatchLimits limits;
  private final PublisherContext context;
  private final Map<Destination, CallLimit> paces = new ConcurrentHashMap<>();
  private final DestinationChecks checks = new DestinationChecks(System::nanoTime);
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable BatchService<E> service;

  public BatchPublisher(
      Function<AwsConnection, BatchService<E>> open, BatchLimits limits, PublisherContext context) {
    this.open = open;
    this.limits = limits;
    this.context = context;
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    CallTimes times = CallTimes.within(context.timeLimit());
    BatchService<E> current;
    try {
      current = service();
    } catch (SdkException e) {
      String reason = destination.uri() + ": the client cannot be built: " + e.getMessage();
      return Collections.nCopies(messages.size(), new Unavailable("CLIENT", reason));
    }
    Unavailable obstacle = checks.obstacle(current, destination);
    if (obstacle != null) {
      return Collections.nCopies(messages.size(), obstacle);
    }
    CallLimit pace = paces.computeIfAbsent(destination, _ -> new CallLimit(limits.calls()));
    return new BatchCall<>(current, destination, messages, limits, pace, times).publish();
  }

  @Override
  public Finding look(Destination destination) {
    try {
      return DestinationChecks.look(service(), destination);
    } catch (SdkException e) {
      return new Finding.Obstructed(
          destination.uri() + ": the client cannot be built: " + e.getMessage(),
          "set AWS_REGION, and give the function a role");
    }
  }

  private BatchService<E> service() {
    lock.lock();
    try {
      BatchService<E> current = service;
      if (current == null) {
        current = open.apply(AwsConnection.open(context));
        service = current;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (service != null) {
        service.close();
        service = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
