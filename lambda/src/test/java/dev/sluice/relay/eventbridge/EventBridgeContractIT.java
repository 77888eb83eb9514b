package dev.sluice.relay.eventbridge;

import dev.sluice.relay.aws.BusTarget;
import dev.sluice.relay.aws.LocalStackBroker;
import dev.sluice.relay.contract.PublisherContract;

final class EventBridgeContractIT implements PublisherContract {

  private final LocalStackBroker broker = new LocalStackBroker(new BusTarget());

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
