package dev.sluice.aws.sns;

import dev.sluice.aws.LocalStackBroker;
import dev.sluice.aws.TopicTarget;
import dev.sluice.relay.contract.PublisherContract;
import org.junit.jupiter.api.Order;

@Order(1)
final class SnsContractIT implements PublisherContract {

  private final LocalStackBroker broker = new LocalStackBroker(new TopicTarget(false));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
