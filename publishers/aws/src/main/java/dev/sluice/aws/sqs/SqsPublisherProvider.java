package dev.sluice.aws.sqs;

import dev.sluice.aws.BatchLimits;
import dev.sluice.aws.BatchPublisher;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code sqs:<queue url>}. */
public final class SqsPublisherProvider implements PublisherProvider {

  private static final BatchLimits.Names NAMES = BatchLimits.Names.of("SQS");
  private static final BatchLimits DEFAULTS = new BatchLimits(10, 1 << 20, 64);

  @Override
  public String scheme() {
    return "sqs";
  }

  @Override
  public Set<String> settings() {
    return NAMES.all();
  }

  @Override
  public boolean keepsOrder(Destination destination) {
    return SqsService.isFifo(destination);
  }

  @Override
  public List<String> faults(Destination destination, PublisherContext context) {
    List<String> faults = new ArrayList<>(DEFAULTS.faults(NAMES, context));
    if (!QueueUrl.isOne(destination.target())) {
      faults.add(
          "is no queue's URL; one looks like"
              + " https://sqs.eu-central-1.amazonaws.com/123456789012/orders");
    } else if (!QueueUrl.namesAQueue(destination.target())) {
      faults.add(
          "ends in no queue's name: 1 to 80 letters, digits, '_' and '-', with .fifo at the end of a"
              + " FIFO queue's");
    }
    return faults;
  }

  @Override
  public Publisher open(PublisherContext context) {
    return new BatchPublisher<>(SqsService::new, DEFAULTS.read(NAMES, context), context);
  }
}
