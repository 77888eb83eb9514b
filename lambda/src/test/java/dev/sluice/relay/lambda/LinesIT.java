package dev.sluice.relay.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.emulators.LogLine;
import dev.sluice.relay.ops.DeadLetterQueue;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.telemetry.Metric;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.InvocationContext;
import dev.sluice.relay.testing.TestDatabase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.crac.Core;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** All that the three functions print while they do everything that they can do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LinesIT {

  private static final String PAYLOAD = "4111-1111-planted";
  private static final String HEADER = "bearer-planted";
  private static final String PASSWORD = "password-planted";
  private static final String MARKER = "marker-planted";
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String NUDGE = "{\"source\": \"sluice.nudge\"}";
  private static final String REQUEST = "00000000-0000-0000-0000-000000000001";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString().replace("-", "");
  private final FakeBroker broker = FakeBroker.named(name);
  private final List<String> printed = new CopyOnWriteArrayList<>();

  @BeforeAll
  void doEverything() throws IOException {
    relayMeetsPoisonAndFlakyEvents();
    relayMeetsAnOutageAndItsEnd();
    relayTakesOverFromTheDeadAndLosesItsShards();
    operatorDoesAllThatHeCan();
    schemaIsMigrated();
    everyFunctionFails();
  }

  @AfterAll
  void drop() {
    database.close();
  }

  private Map<String, String> environment(String url, String user) {
    Map<String, String> environment = EmptyDatabase.environment(url, user);
    environment.put("SLUICE_NAME", "shop");
    environment.put("SLUICE_DB_PASSWORD", PASSWORD);
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
            .formatted(stream, type, PAYLOAD, HEADER, TRACE, count));
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
    broker.answers(LinesIT::byType);
    relay("outbox_relay");
  }

  private void relayMeetsAnOutageAndItsEnd() throws IOException {
    append("orders", "Placed", 3);
    broker.answers(_ -> new Unavailable("DOWN", "connection refused"));
    relay("outbox_relay");
    database.execute("UPDATE outbox.stream_state SET breaker_open_until = now()");
    broker.answers(LinesIT::byType);
    relay("outbox_relay");
  }

  private void relayTakesOverFromTheDeadAndLosesItsShards() throws IOException {
    append("orders", "Placed", 3);
    database.execute(
        "UPDATE outbox.shard SET token = 1, owner = 'dead', leased_until = now() - interval '1 s'");
    broker.before(
        _ ->
            database.execute(
                "UPDATE outbox.shard SET token = 999999, owner = 'heir', leased_until = now() + interval '1 h'"));
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
    for (String request :
        List.of(
            "{'action': 'measure'}",
            "{'action': 'status'}",
            "{'action': 'preflight'}",
            "{'action': 'redrive', 'all': true, 'actor': 'ann', 'confirm': true, 'perMinute': 1}",
            "{'action': 'discard', 'all': true, 'actor': 'ann', 'reason': '%s', 'confirm': true, 'acceptGap': true}"
                .formatted(HEADER),
            "{'action': 'replay', 'stream': 'orders-Ümläut', 'actor': 'ann', 'confirm': true}",
            "{'action': 'pause', 'stream': 'orders', 'actor': 'ann', 'reason': 'repair'}",
            "{'action': 'resume', 'stream': 'orders', 'actor': 'ann'}",
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
    assertThatThrownBy(() -> operate(PAYLOAD)).hasMessageContaining("not a JSON object");
    assertThatThrownBy(() -> migrate(database.url() + "_gone"))
        .hasMessageContaining("cannot log in");
    Logger.getLogger("org.odd.library").warning("the broker is odd\nin two lines");
    Logger.getLogger("org.odd.library").info(PAYLOAD);
  }

  private Stream<LogLine> lines() {
    return printed.stream().map(LogLine::of);
  }

  private Stream<Map<String, Object>> messages(String message) {
    return lines()
        .filter(line -> !line.metric())
        .map(LogLine::members)
        .filter(members -> message.equals(members.get("message")));
  }

  @Test
  void everyLineIsOneJsonObjectByTheRules() {
    assertThat(lines()).hasSizeGreaterThan(50).allSatisfy(l -> assertThat(l.faults()).isEmpty());
  }

  @Test
  void everyLineNamesItsInvocationItsFunctionAndItsOutbox() {
    assertThat(lines().map(LogLine::members))
        .allSatisfy(
            line -> {
              assertThat(line)
                  .containsEntry("requestId", REQUEST)
                  .containsEntry("function", "test");
              assertThat(line.getOrDefault("outbox", line.get("Outbox"))).isEqualTo("shop");
            });
  }

  @Test
  void nothingThatIsSecretIsPrinted() {
    String all = String.join("\n", printed);
    assertThat(all).doesNotContain(PAYLOAD, HEADER, PASSWORD);
    assertThat(all).as("the control: what is printed is found").contains(MARKER);
  }

  @Test
  void everyMetricIsPrintedUnderItsDimensionsAndNoOther() {
    List<String> declared =
        Stream.of(Metric.values())
            .flatMap(m -> m.scopes().stream().map(s -> m.label() + " by " + s.dimensions()))
            .toList();
    assertThat(lines().flatMap(line -> line.metrics().stream()).distinct())
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void everyDeadEventIsNamed() {
    assertThat(messages("event is dead"))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("level", "ERROR")
                    .containsEntry("stream", "orders-poison")
                    .containsEntry("eventType", "Poison")
                    .containsEntry("aggregateType", "Order")
                    .containsEntry("traceId", TRACE)
                    .containsEntry("code", "TOO_LARGE")
                    .containsEntry("attempt", 1)
                    .containsKeys("eventId", "aggregateId"));
  }

  @Test
  void firstFailuresOfAStreamAreNamedAndAllAreCounted() {
    assertThat(messages("event failed and will be retried"))
        .hasSize(20)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("stream", "orders-flaky")
                    .containsEntry("code", "THROTTLED")
                    .containsKeys("eventId", "eventType", "aggregateId", "traceId", "attempt"));
    assertThat(messages("more of them: event failed and will be retried"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .containsEntry("stream", "orders-flaky")
                    .containsEntry("code", "THROTTLED")
                    .containsEntry("count", 25)
                    .containsEntry("logged", 20));
  }

  @Test
  void whatHappenedToTheRelayIsTold() {
    assertThat(messages("relay ended"))
        .hasSize(4)
        .allSatisfy(l -> assertThat(l).containsKey("stopped"));
    assertThat(messages("breaker opened: the destination is down"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsEntry("code", "DOWN"));
    assertThat(messages("breaker closed: the destination is back")).hasSize(1);
    assertThat(messages("stream has events and no route"))
        .isNotEmpty()
        .allSatisfy(l -> assertThat(l).containsEntry("stream", "lost-" + MARKER));
    assertThat(messages("a lease had run out unreleased: its owner crashed or was frozen"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsEntry("shards", 64));
    assertThat(messages("another owner took shards of ours"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsEntry("shards", 64));
  }

  @Test
  void operatorsActionIsToldWithItsActorAndItsNumbers() {
    assertThat(messages("operator's action")).hasSize(9);
    assertThat(messages("operator's action").filter(l -> "redrive".equals(l.get("action"))))
        .singleElement()
        .satisfies(
            l ->
                assertThat(l)
                    .containsEntry("actor", "ann")
                    .containsEntry("affected", 1)
                    .containsKey("operation"));
  }

  @Test
  void migrationAndFailuresAreTold() {
    assertThat(messages("schema migrated"))
        .singleElement()
        .satisfies(l -> assertThat(l).containsKeys("migrations", "version"));
    assertThat(messages("invocation failed").map(l -> l.get("reason")))
        .hasSize(3)
        .allSatisfy(reason -> assertThat(String.valueOf(reason)).isNotBlank());
  }

  @Test
  void librariesWriteTheSameKindOfLine() {
    assertThat(messages("the broker is odd\nin two lines"))
        .singleElement()
        .satisfies(
            l ->
                assertThat(l)
                    .containsEntry("level", "WARN")
                    .containsEntry("logger", "org.odd.library"));
  }
}
