package dev.sluice.aws.sqs;

import dev.sluice.aws.QueueTarget;
import dev.sluice.aws.StandInBroker;
import dev.sluice.relay.contract.KeyOrderFaultContract;

final class SqsFifoFaultsIT implements KeyOrderFaultContract {

  private final StandInBroker broker = new StandInBroker(new QueueTarget(true));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
