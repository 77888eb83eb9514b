package dev.sluice.relay.eventbridge;

import dev.sluice.relay.aws.BusTarget;
import dev.sluice.relay.aws.StandInBroker;
import dev.sluice.relay.contract.FaultContract;

final class EventBridgeFaultsIT implements FaultContract {

  private final StandInBroker broker = new StandInBroker(new BusTarget());

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
