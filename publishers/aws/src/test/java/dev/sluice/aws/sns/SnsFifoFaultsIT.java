package dev.sluice.aws.sns;

import dev.sluice.aws.StandInBroker;
import dev.sluice.aws.TopicTarget;
import dev.sluice.relay.contract.KeyOrderFaultContract;
import org.junit.jupiter.api.Order;

@Order(1)
final class SnsFifoFaultsIT implements KeyOrderFaultContract {

  private final StandInBroker broker = new StandInBroker(new TopicTarget(true));

  @Override
  public StandInBroker broker() {
    return broker;
  }
}
