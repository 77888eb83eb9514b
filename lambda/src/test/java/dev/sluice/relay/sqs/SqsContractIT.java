package dev.sluice.relay.sqs;

import dev.sluice.relay.aws.LocalStackBroker;
import dev.sluice.relay.aws.QueueTarget;
import dev.sluice.relay.contract.PublisherContract;

final class SqsContractIT implements PublisherContract {

  private final LocalStackBroker broker = new LocalStackBroker(new QueueTarget(false));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
