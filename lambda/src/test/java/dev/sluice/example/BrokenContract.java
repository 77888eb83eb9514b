package dev.sluice.example;

import dev.sluice.relay.contract.KeyOrderFaultContract;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The contract of a mutant, which the launcher is told by name. Not run by itself. */
@ExtendWith(BrokenContract.ByName.class)
final class BrokenContract implements KeyOrderFaultContract {

  static final String MUTANT = "mutant";

  private final WebhookBroker broker;

  BrokenContract(Mutant mutant) {
    broker = new WebhookBroker(mutant.provider(), mutant.ordered(), Duration.ofMillis(300));
  }

  @Override
  public WebhookBroker broker() {
    return broker;
  }

  static final class ByName implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Mutant.class;
    }

    @Override
    public Mutant resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return Mutant.named(context.getConfigurationParameter(MUTANT).orElseThrow());
    }
  }
}
