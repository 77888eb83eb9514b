package dev.sluice.aws.sqs;

import dev.sluice.aws.LocalStackBroker;
import dev.sluice.aws.QueueTarget;
import dev.sluice.relay.contract.KeyOrderContract;

final class SqsFifoContractIT implements KeyOrderContract {

  private final LocalStackBroker broker = new LocalStackBroker(new QueueTarget(true));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
