package dev.sluice.aws.sns;

import dev.sluice.aws.LocalStackBroker;
import dev.sluice.aws.TopicTarget;
import dev.sluice.relay.contract.KeyOrderContract;
import org.junit.jupiter.api.Order;

@Order(1)
final class SnsFifoContractIT implements KeyOrderContract {

  private final LocalStackBroker broker = new LocalStackBroker(new TopicTarget(true));

  @Override
  public LocalStackBroker broker() {
    return broker;
  }
}
