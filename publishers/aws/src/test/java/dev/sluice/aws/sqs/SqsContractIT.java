package dev.sluice.aws.sqs;

import dev.sluice.aws.LocalStackBroker;
import dev.sluice.aws.QueueTarget;
import dev.sluice.relay.contract.PublisherContract;

final class SqsContractIT implements PublisherContract {

  private final LocalStackBroker broker = new LocalStackBroker(new QueueTarget(false));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
