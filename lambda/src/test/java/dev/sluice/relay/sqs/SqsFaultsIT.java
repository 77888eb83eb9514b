package dev.sluice.relay.sqs;

import dev.sluice.relay.aws.QueueTarget;
import dev.sluice.relay.aws.StandInBroker;
import dev.sluice.relay.contract.FaultContract;

final class SqsFaultsIT implements FaultContract {

  private final StandInBroker broker = new StandInBroker(new QueueTarget(false));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
