package dev.sluice.aws;

import dev.sluice.aws.sns.SnsPublisherProvider;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherProvider;

/** An SNS topic. */
public record TopicTarget(boolean fifo) implements MessageTarget {

  @Override
  public PublisherProvider provider() {
    return new SnsPublisherProvider();
  }

  @Override
  public Destination destination(String endpoint, String name, Format format) {
    String arn = "arn:aws:sns:us-east-1:000000000000:" + name + (fifo ? ".fifo" : "");
    return new Destination("sns", arn, format, fifo);
  }

  @Override
  public int limit() {
    return 256 << 10;
  }

  @Override
  public Codes codes() {
    return new Codes("SomethingNew", "InternalError", "InvalidParameter", "Throttled", "NotFound");
  }
}
