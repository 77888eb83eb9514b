package dev.sluice.kafka;

import dev.sluice.relay.contract.KeyOrderContract;
import dev.sluice.relay.contract.OutageContract;
import dev.sluice.relay.contract.RefusalContract;
import org.junit.jupiter.api.Order;

@Order(1)
final class KafkaContractIT implements KeyOrderContract, RefusalContract, OutageContract {

  private final KafkaContractBroker broker;

  KafkaContractIT() throws Exception {
    broker = new KafkaContractBroker();
  }

  @Override
  public KafkaContractBroker broker() {
    return broker;
  }
}
