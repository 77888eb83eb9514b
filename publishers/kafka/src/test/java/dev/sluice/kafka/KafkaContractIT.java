package dev.sluice.kafka;

import dev.sluice.relay.contract.KeyOrderContract;
import dev.sluice.relay.contract.OutageContract;
import dev.sluice.relay.contract.RefusalContract;

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
