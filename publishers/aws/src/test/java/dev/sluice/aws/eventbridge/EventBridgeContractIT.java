package dev.sluice.aws.eventbridge;

import dev.sluice.aws.BusTarget;
import dev.sluice.aws.LocalStackBroker;
import dev.sluice.relay.contract.PublisherContract;

final class EventBridgeContractIT implements PublisherContract {

  private final LocalStackBroker broker = new LocalStackBroker(new BusTarget());

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
