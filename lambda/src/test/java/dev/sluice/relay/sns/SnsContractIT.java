package dev.sluice.relay.sns;

import dev.sluice.relay.aws.LocalStackBroker;
import dev.sluice.relay.aws.TopicTarget;
import dev.sluice.relay.contract.PublisherContract;

final class SnsContractIT implements PublisherContract {

  private final LocalStackBroker broker = new LocalStackBroker(new TopicTarget(false));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
