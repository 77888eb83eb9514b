package dev.sluice.relay.sns;

import dev.sluice.relay.aws.LocalStackBroker;
import dev.sluice.relay.aws.TopicTarget;
import dev.sluice.relay.contract.KeyOrderContract;

final class SnsFifoContractIT implements KeyOrderContract {

  private final LocalStackBroker broker = new LocalStackBroker(new TopicTarget(true));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
