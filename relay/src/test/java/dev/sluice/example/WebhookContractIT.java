package dev.sluice.example;

import dev.sluice.relay.contract.KeyOrderFaultContract;

final class WebhookContractIT implements KeyOrderFaultContract {

  private final WebhookBroker broker = new WebhookBroker(true);

  @Override
  public WebhookBroker broker() {
    return broker;
  }
}
