package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.emulators.Pause;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The state in which Lambda freezes an environment between two invocations. A connection would keep
 * Aurora Serverless awake.
 */
final class FrozenIT {

  private static final String CONNECTIONS =
      "pg_stat_activity WHERE application_name = 'sluice' AND datname = current_database()";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private Map<String, String> environment(String user, String mode) {
    Map<String, String> environment = EmptyDatabase.environment(database.url(), user);
    environment.put("SLUICE_ROUTES", TestRelay.routeTo(name));
    environment.put("SLUICE_MODE", mode);
    return environment;
  }

  private void awaitNoConnection() {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (database.count(CONNECTIONS) > 0) { // the server notices a moment later
      assertThat(System.nanoTime()).as("a connection is kept").isLessThan(end);
      Pause.briefly();
    }
  }

  @Test
  void drainKeepsItsProducersAndNoConnection() throws IOException {
    RelayHandler handler = new RelayHandler(environment("outbox_relay", "DRAIN"));
    AtomicLong atWork = new AtomicLong();
    broker.before(_ -> atWork.set(database.count(CONNECTIONS)));
    for (int turn = 1; turn <= 2; turn++) {
      database.append("orders", 5, 1);
      InvocationContext.invoke(handler, "{}");
      assertThat(broker.delivered()).hasSize(5 * turn);
      assertThat(atWork).as("the control").hasPositiveValue();
      awaitNoConnection();
      assertThat(broker.opened()).isEqualTo(1);
    }
    handler.beforeCheckpoint(Core.getGlobalContext());
  }

  /** The control: it works again in a moment, and its next invocation finds them open. */
  @Test
  void loopKeepsItsConnections() throws IOException {
    RelayHandler handler = new RelayHandler(environment("outbox_relay", "LOOP"));
    InvocationContext.invoke(handler, "{\"source\": \"sluice.nudge\"}");
    assertThat(database.count(CONNECTIONS)).isPositive();
    handler.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void operationsKeepNoConnectionHoweverTheActionEnds() {
    try (Operator operator = new Operator(environment("outbox_operator", "DRAIN"))) {
      operator.ask("{'action': 'measure'}");
      awaitNoConnection();
      database.execute("DROP FUNCTION outbox.require_version(int)");
      assertThatThrownBy(() -> operator.ask("{'action': 'measure'}")).hasMessageContaining("42883");
      awaitNoConnection();
    }
  }
}
