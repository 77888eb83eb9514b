package dev.sluice.relay.sns;

import dev.sluice.relay.aws.StandInBroker;
import dev.sluice.relay.aws.TopicTarget;
import dev.sluice.relay.contract.FaultContract;

final class SnsFaultsIT implements FaultContract {

  private final StandInBroker broker = new StandInBroker(new TopicTarget(false));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
