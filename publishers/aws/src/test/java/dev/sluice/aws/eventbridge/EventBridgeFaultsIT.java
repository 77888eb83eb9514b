package dev.sluice.aws.eventbridge;

import dev.sluice.aws.BusTarget;
import dev.sluice.aws.StandInBroker;
import dev.sluice.relay.contract.FaultContract;

final class EventBridgeFaultsIT implements FaultContract {

  private final StandInBroker broker = new StandInBroker(new BusTarget());

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
