package dev.sluice.example;

import dev.sluice.relay.contract.FaultContract;
import org.junit.jupiter.api.Order;

/** The same publisher on a route without order. */
@Order(1)
final class UnorderedWebhookContractIT implements FaultContract {

  private final WebhookBroker broker = new WebhookBroker(false);

  @Override
  public WebhookBroker broker() {
    return broker;
  }
}
