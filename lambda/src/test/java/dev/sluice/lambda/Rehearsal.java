package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.emulators.Planted;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.crac.Core;

/** Everything that the three functions can do, with secrets planted, and what they print. */
final class Rehearsal implements AutoCloseable {

  static final String MARKER = "marker-planted";
  static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String HEIR =
      """
      INSERT INTO outbox.progress (token, document) SELECT 999999, document FROM outbox.progress ORDER BY number DESC LIMIT 1;
      UPDATE outbox.shard SET token = 999999, owner = 'heir', leased_until = now() + interval '1 h'
      """;
  private static final String OLD_SLOT =
      "(SELECT slot FROM outbox.ring() ORDER BY returns_at LIMIT 1)";
  static final String NUDGE = "{\"source\": \"sluice.nudge\"}";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString().replace("-", "");
  private final FakeBroker broker = FakeBroker.named(name);
  final List<String> printed = new CopyOnWriteArrayList<>();

  void doEverything() throws IOException {
    relayMeetsPoisonAndFlakyEvents();
    relayMeetsAnOutageAndItsEnd();
    relayTakesOverFromTheDeadAndLosesItsShards();
    operatorDoesAllThatHeCan();
    schemaIsMigrated();
    everyFunctionFails();
  }

  private Map<String, String> environment(String url, String user) {
    Map<String, String> environment = EmptyDatabase.environment(url, user);
    environment.put("SLUICE_NAME", "shop");
    environment.put("SLUICE_METRIC_DIMENSIONS", "Outbox,Stream");
    environment.put("SLUICE_DB_PASSWORD", Planted.PASSWORD);
    environment.put("SLUICE_RETRY", "1h..1h");
    environment.put(
        "SLUICE_ROUTES", "[{\"stream\":\"orders*\",\"destination\":\"fake:" + name + "\"}]");
    return environment;
  }

  private void append(String stream, String type, int count) {
    database.execute(
        """
        SELECT outbox.append('%s', '%s', '{"card": "%s"}', aggregate_type => 'Order', aggregate_id => 'key-' || i,
          headers => '{"authorization": "%s", "traceparent": "00-%s-00f067aa0ba902b7-01"}')
        FROM generate_series(1, %d) i
        """
            .formatted(stream, type, Planted.CARD, Planted.TOKEN, TRACE, count));
  }

  private void relay(String user) throws IOException {
    RelayHandler handler = new RelayHandler(environment(database.url(), user), printed::add);
    try {
      InvocationContext.invoke(handler, NUDGE);
    } finally {
      handler.beforeCheckpoint(Core.getGlobalContext());
    }
  }

  private static PublishOutcome byType(OutboxMessage message) {
    return switch (message.eventType()) {
      case "Poison" -> new Rejected("TOO_LARGE", "it does not fit");
      case "Flaky" -> new Retryable("THROTTLED", "not this time");
      default -> new Delivered("fake@" + message.seq());
    };
  }

  private void relayMeetsPoisonAndFlakyEvents() throws IOException {
    append("orders", "Placed", 300);
    append("orders-flaky", "Flaky", 25);
    append("orders-poison", "Poison", 2);
    append("lost-" + MARKER, "Placed", 1);
    append("orders-Ümläut", "Placed", 1);
    database.execute(
        "INSERT INTO outbox.event (slot, stream, event_type, payload) VALUES (%s, 'orders', 'Placed', '{}')"
            .formatted(OLD_SLOT));
    broker.answers(Rehearsal::byType);
    relay("outbox_relay");
  }

  private void relayMeetsAnOutageAndItsEnd() throws IOException {
    append("orders", "Placed", 3);
    broker.answers(_ -> new Unavailable("DOWN", "connection refused"));
    relay("outbox_relay");
    database.execute("UPDATE outbox.state SET breaker_open_until = now()");
    broker.answers(Rehearsal::byType);
    relay("outbox_relay");
  }

  private void relayTakesOverFromTheDeadAndLosesItsShards() throws IOException {
    append("orders", "Placed", 3);
    database.execute(
        "UPDATE outbox.shard SET owner = 'dead', leased_until = now() - interval '1 s'");
    broker.before(_ -> database.execute(HEIR));
    relay("outbox_relay");
    broker.before(_ -> {});
  }

  private void operate(String request) throws IOException {
    OpsHandler handler =
        new OpsHandler(
            environment(database.url(), "outbox_operator"), DeadLetterQueue.NONE, printed::add);
    try {
      InvocationContext.invoke(handler, request.replace('\'', '"'));
    } finally {
      handler.beforeCheckpoint(Core.getGlobalContext());
    }
  }

  private void operatorDoesAllThatHeCan() throws IOException {
    database.execute("DELETE FROM outbox.delivery WHERE slot = " + OLD_SLOT);
    for (String request :
        List.of(
            "{'action': 'measure'}",
            "{'action': 'status'}",
            "{'action': 'preflight'}",
            "{'action': 'redrive', 'all': true, 'actor': 'ann', 'confirm': true, 'perMinute': 1}",
            "{'action': 'discard', 'all': true, 'actor': 'ann', 'reason': '%s', 'confirm': true, 'acceptGap': true}"
                .formatted(Planted.TOKEN),
            "{'action': 'replay', 'stream': 'orders-Ümläut', 'actor': 'ann', 'confirm': true}",
            "{'action': 'pause', 'stream': 'orders', 'actor': 'ann', 'reason': 'repair'}",
            "{'action': 'resume', 'stream': 'orders', 'actor': 'ann'}",
            "{'action': 'probe', 'stream': 'orders', 'seconds': 1, 'metrics': true, 'actor': 'schedule'}",
            "{'action': 'clean', 'actor': 'schedule'}")) {
      operate(request);
    }
  }

  private void migrate(String url) throws IOException {
    RequestStreamHandler handler = new MigrateHandler(environment(url, "admin"), printed::add);
    InvocationContext.invoke(handler, "{}");
  }

  private void schemaIsMigrated() throws IOException {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      migrate(empty.url());
    }
  }

  private void everyFunctionFails() {
    assertThatThrownBy(() -> relay("nobody")).hasMessageContaining("refused the login");
    assertThatThrownBy(() -> operate(Planted.CARD)).hasMessageContaining("not a JSON object");
    assertThatThrownBy(() -> migrate(database.url() + "_gone"))
        .hasMessageContaining("cannot log in");
    Logger.getLogger("org.odd.library").warning("the broker is odd\nin two lines");
    Logger.getLogger("org.odd.library").info(Planted.CARD);
  }

  @Override
  public void close() {
    database.close();
  }
}
