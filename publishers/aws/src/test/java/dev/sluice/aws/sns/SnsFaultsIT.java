package dev.sluice.aws.sns;

import dev.sluice.aws.StandInBroker;
import dev.sluice.aws.TopicTarget;
import dev.sluice.relay.contract.FaultContract;

final class SnsFaultsIT implements FaultContract {

  private final StandInBroker broker = new StandInBroker(new TopicTarget(false));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
