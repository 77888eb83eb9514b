package dev.sluice.aws.sqs;

import dev.sluice.aws.QueueTarget;
import dev.sluice.aws.StandInBroker;
import dev.sluice.relay.contract.FaultContract;

final class SqsFaultsIT implements FaultContract {

  private final StandInBroker broker = new StandInBroker(new QueueTarget(false));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
