package dev.sluice.relay.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.sqs.SqsPublisherProvider;

/** An SQS queue. */
public record QueueTarget(boolean fifo) implements MessageTarget {

  @Override
  public PublisherProvider provider() {
    return new SqsPublisherProvider();
  }

  @Override
  public Destination destination(String endpoint, String name, Format format) {
    String url = endpoint + "/000000000000/" + name + (fifo ? ".fifo" : "");
    return new Destination("sqs", url, format, fifo);
  }

  @Override
  public int limit() {
    return 1 << 20;
  }

  @Override
  public Codes codes() {
    return new Codes(
        "InternalError", "InvalidMessageContents", "RequestThrottled", "QueueDoesNotExist");
  }
}
