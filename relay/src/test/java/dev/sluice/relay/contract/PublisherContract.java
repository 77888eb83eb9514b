package dev.sluice.relay.contract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What every publisher shows, whatever it publishes to. A test class implements this interface and
 * inherits its tests:
 *
 * <pre>{@code
 * class AcmeContractTest implements PublisherContract {
 *
 *   private final AcmeBroker broker = new AcmeBroker(); // implements ContractBroker
 *
 *   @Override
 *   public AcmeBroker broker() {
 *     return broker;
 *   }
 * }
 * }</pre>
 *
 * <p>There is one instance of the class, and with it one broker, for all of its tests; every test
 * asks it for a destination of its own. More is to be shown by implementing more interfaces, each
 * of which asks for a broker that can do more:
 *
 * <ul>
 *   <li>{@link KeyOrderContract}, where the destination keeps the order of a key;
 *   <li>{@link RefusalContract}, with a {@link RefusingBroker}, which refuses single messages;
 *   <li>{@link OutageContract}, with a {@link StoppableBroker}, which can be down for a while;
 *   <li>{@link FaultContract}, which includes both, with a {@link ScriptedBroker}: a stand-in that
 *       fails as it is told to. A publisher has shown little before it has passed this one;
 *   <li>{@link KeyOrderFaultContract}, all of these, where the destination keeps the order.
 * </ul>
 *
 * <p>No rule skips itself: what a class implements is what its publisher has shown.
 */
@TestInstance(Lifecycle.PER_CLASS)
public interface PublisherContract
    extends ProviderRules, OutcomeRules, BodyRules, SizeRules, LifecycleRules {

  /** The same one every time. */
  @Override
  ContractBroker broker();

  @AfterAll
  default void closeBroker() throws Exception {
    broker().close();
  }
}
