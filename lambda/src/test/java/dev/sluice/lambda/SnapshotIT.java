package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import java.util.Map;
import java.util.UUID;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The state that SnapStart copies into every environment that it restores. */
final class SnapshotIT {

  private static final String NUDGE = "{\"source\": \"sluice.nudge\"}";
  private static final String CONNECTIONS =
      "pg_stat_activity WHERE application_name = 'sluice' AND datname = current_database()";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString().replace("-", "");
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private RelayHandler handler() {
    Map<String, String> environment = EmptyDatabase.environment(database.url(), "outbox_relay");
    environment.put("SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"fake:" + name + "\"}]");
    return new RelayHandler(environment);
  }

  private void awaitNoConnection() {
    while (database.count(CONNECTIONS) > 0) {
      Pause.briefly(); // the server notices a moment later that a client has gone
    }
  }

  @Test
  void initialisationOpensNothing() {
    RelayHandler handler = handler();
    assertThat(database.count(CONNECTIONS)).isZero();
    assertThat(broker.opened()).isZero();
    handler.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void snapshotOfAWarmFunctionHoldsNoConnectionAndNoPublisherAndWorksWhenRestored()
      throws Exception {
    RelayHandler handler = handler();
    database.append("orders", 5, 1);
    InvocationContext.invoke(handler, NUDGE);
    assertThat(broker.delivered()).hasSize(5);
    assertThat(database.count(CONNECTIONS)).as("the control").isPositive();
    assertThat(broker.opened()).as("the control").isEqualTo(1);

    handler.beforeCheckpoint(Core.getGlobalContext());
    awaitNoConnection();
    assertThat(broker.opened()).isZero();

    handler.afterRestore(Core.getGlobalContext());
    database.append("orders", 5, 1);
    InvocationContext.invoke(handler, NUDGE);
    assertThat(broker.delivered()).hasSize(10);
    handler.beforeCheckpoint(Core.getGlobalContext());
  }
}
