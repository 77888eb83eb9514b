package dev.sluice.example;

import dev.sluice.relay.contract.FaultContract;

/** The same publisher on a route without order. */
final class UnorderedWebhookContractIT implements FaultContract {

  private final WebhookBroker broker = new WebhookBroker(false);

  @Override
  public WebhookBroker broker() {
    return broker;
  }
}
