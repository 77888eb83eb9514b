package dev.sluice.relay.sqs;

import dev.sluice.relay.aws.LocalStackBroker;
import dev.sluice.relay.aws.QueueTarget;
import dev.sluice.relay.contract.KeyOrderContract;

final class SqsFifoContractIT implements KeyOrderContract {

  private final LocalStackBroker broker = new LocalStackBroker(new QueueTarget(true));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
