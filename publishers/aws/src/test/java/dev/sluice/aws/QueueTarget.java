package dev.sluice.aws;

import dev.sluice.aws.sqs.SqsPublisherProvider;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherProvider;

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
        "SomethingNew",
        "InternalError",
        "InvalidMessageContents",
        "RequestThrottled",
        "QueueDoesNotExist");
  }
}
