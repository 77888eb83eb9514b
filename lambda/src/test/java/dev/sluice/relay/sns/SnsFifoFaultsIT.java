package dev.sluice.relay.sns;

import dev.sluice.relay.aws.StandInBroker;
import dev.sluice.relay.aws.TopicTarget;
import dev.sluice.relay.contract.KeyOrderFaultContract;

final class SnsFifoFaultsIT implements KeyOrderFaultContract {

  private final StandInBroker broker = new StandInBroker(new TopicTarget(true));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
