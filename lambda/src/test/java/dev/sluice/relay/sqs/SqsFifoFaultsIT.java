package dev.sluice.relay.sqs;

import dev.sluice.relay.aws.QueueTarget;
import dev.sluice.relay.aws.StandInBroker;
import dev.sluice.relay.contract.KeyOrderFaultContract;

final class SqsFifoFaultsIT implements KeyOrderFaultContract {

  private final StandInBroker broker = new StandInBroker(new QueueTarget(true));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
