package dev.sluice.cdk.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.StateValue;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

/**
 * What a deployed outbox does, seen from outside: by SQL, in queues, by alarms. Its streams must be
 * {@code orders} to a FIFO topic, {@code audit} to a bus and {@code mail} to a queue. Nothing here
 * ever invokes the relay.
 */
final class OutboxWalk implements AutoCloseable {

  private static final int ORDERS = 5;
  private static final int STEPS = 6;
  private static final int AUDITS = 12;
  private static final int SMALL = 1024;
  private static final int LARGE = 262_144;

  /** The schedule comes every minute; MiniStack looks at it every ten seconds. */
  private static final Duration NEXT_TURN = Duration.ofMinutes(3);

  /** A relay is remembered for its lease and two minutes; the judge wants three silent ones. */
  private static final Duration SILENCE = Duration.ofMinutes(10);

  private final AwsClients aws;
  private final ShopEvents shop;
  private final DeployedOutbox outbox;
  private final String deadLetters;
  private final DeployedRoutes routes;
  private final Mailbox orders;
  private final Mailbox audit;
  private final Mailbox mail;
  private final SilenceJudge silence;
  private final MetricsBridge bridge;

  /**
   * @param judge of silence
   */
  OutboxWalk(AwsClients aws, CloudWatchClient judge, ShopDatabase database, DeployedOutbox outbox) {
    this.aws = aws;
    this.shop = new ShopEvents(database);
    this.outbox = outbox;
    DeployedFunction relay = DeployedFunction.of(aws.functions(), outbox.relay());
    DeployedFunction ops = DeployedFunction.of(aws.functions(), outbox.ops());
    deadLetters = relay.variable("SLUICE_DLQ_URL");
    routes = DeployedRoutes.of(aws, relay);
    orders = Mailbox.behind(aws, routes.destination("orders"));
    audit = Mailbox.behind(aws, routes.destination("audit"));
    mail = Mailbox.behind(aws, routes.destination("mail"));
    silence = SilenceJudge.of(judge, Alarms.named(aws.metrics(), outbox.alarms().silence()));
    bridge =
        MetricsBridge.start(
            aws,
            List.of(relay.logGroup(), ops.logGroup()),
            deadLetters,
            List.of(aws.metrics(), judge));
  }

  void scheduleAloneDeliversEverything() throws InterruptedException {
    shop.appendInterleaved("orders", ORDERS, STEPS);
    shop.appendInterleaved("audit", AUDITS, 1);
    shop.appendInterleaved("mail", 1, 1);

    List<Map<String, Object>> delivered = orders.await(ORDERS * STEPS, NEXT_TURN);
    for (int order = 0; order < ORDERS; order++) {
      assertThat(stepsOf(delivered, order))
          .as("order %d", order)
          .containsExactlyElementsOf(IntStream.range(0, STEPS).boxed().toList());
    }
    assertThat(audit.await(AUDITS, NEXT_TURN))
        .extracting(event -> event.get("id"))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, AUDITS).boxed().toList());
    mail.await(1, NEXT_TURN);
  }

  private static List<Object> stepsOf(List<Map<String, Object>> events, int order) {
    return events.stream()
        .filter(event -> Integer.valueOf(order).equals(event.get("id")))
        .map(event -> event.get("step"))
        .toList();
  }

  void poisonIsADeadLetterThatRingsAndHoldsUpNobodyElse() throws InterruptedException {
    mail.limitMessagesTo(SMALL);
    shop.append("mail", "another", Map.of("id", "another"));
    dies("poison");

    assertThat(mail.await(2, NEXT_TURN).getLast()).containsEntry("id", "another");
  }

  private void dies(String id) throws InterruptedException {
    assertThat(state(outbox.alarms().deadEvents())).isNotEqualTo(StateValue.ALARM);
    assertThat(state(outbox.alarms().deadLetters())).isNotEqualTo(StateValue.ALARM);
    shop.append("mail", id, Map.of("id", id, "text", "x".repeat(2 * SMALL)));

    awaitDeadLetters(1);
    awaitState(outbox.alarms().deadLetters(), StateValue.ALARM);
    awaitState(outbox.alarms().deadEvents(), StateValue.ALARM);
  }

  /** The alarms cleared after the first. */
  void secondFaultFiresAgain() throws InterruptedException {
    mail.limitMessagesTo(SMALL);
    dies("second poison");
    mail.limitMessagesTo(LARGE);
  }

  /**
   * Events that are appended meanwhile still go where the invocation at work has begun to send it.
   */
  void changedRouteTakesEffectWithoutADeployment() throws InterruptedException {
    Mailbox other = Mailbox.created(aws, false);
    routes.lead("mail", other.destination());
    Eventually.await(
        "the changed route is in force",
        NEXT_TURN,
        () -> {
          shop.append("mail", "rerouted", Map.of("id", "rerouted"));
          return other.receive();
        },
        received -> !received.isEmpty());
  }

  /** By the schedule alone, as after a real deployment. */
  void probeGoesAllTheWay() {
    Map<String, Object> answer =
        ask(
            """
            {"action": "probe", "stream": "audit", "seconds": 100, "actor": "ann"}
            """);

    assertThat(answer).containsEntry("delivered", true).containsKeys("receipt", "deliveryMillis");
    assertThat(String.valueOf(answer.get("destination"))).startsWith("eventbridge:");
  }

  /** The control is the change itself, by the other alias, in {@link #redriveClearsTheAlarms}. */
  void viewersLookAndChangeNothing() {
    String look = outbox.look().orElseThrow();
    assertThat(invoke(look, "{\"action\": \"status\"}").functionError()).isNull();
    InvokeResponse refused =
        invoke(
            look,
            """
            {"action": "redrive", "stream": "mail", "confirm": true, "actor": "ann"}
            """);
    assertThat(refused.functionError()).isNotNull();
    assertThat(refused.payload().asUtf8String()).contains("only looks; invoke " + outbox.ops());
  }

  void redriveClearsTheAlarms() throws InterruptedException {
    mail.limitMessagesTo(LARGE);

    Map<String, Object> answer =
        ask(
            """
            {"action": "redrive", "stream": "mail", "confirm": true, "actor": "ann", "reason": "fits now"}
            """);

    assertThat(answer).containsEntry("affected", 1).containsEntry("takenOffDeadLetterQueue", 1);
    assertThat(mail.await(3, NEXT_TURN).getLast()).containsEntry("id", "poison");
    awaitDeadLetters(0);
    awaitState(outbox.alarms().deadLetters(), StateValue.OK);
    awaitState(outbox.alarms().deadEvents(), StateValue.OK);
  }

  void deletedRelayIsMissed() throws InterruptedException {
    Eventually.await(
        "the relay's heartbeat is heard",
        NEXT_TURN,
        silence::state,
        state -> state == StateValue.OK);

    String function = DeployedFunction.of(aws.functions(), outbox.relay()).name();
    aws.functions().deleteFunction(request -> request.functionName(function));

    Eventually.await(
        "the relay's heartbeat is missed",
        SILENCE,
        silence::state,
        state -> state == StateValue.ALARM);
  }

  private Map<String, Object> ask(String request) {
    InvokeResponse response = invoke(outbox.ops(), request);
    String answer = response.payload().asUtf8String();
    assertThat(response.functionError()).as(answer).isNull();
    try {
      return JSON.std.mapFrom(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private InvokeResponse invoke(String function, String request) {
    return aws.functions()
        .invoke(invoke -> invoke.functionName(function).payload(SdkBytes.fromUtf8String(request)));
  }

  private void awaitDeadLetters(int count) throws InterruptedException {
    Eventually.await(
        count + " dead letters",
        NEXT_TURN,
        () -> Mailbox.depth(aws, deadLetters),
        depth -> depth == count);
  }

  private void awaitState(String alarm, StateValue wanted) throws InterruptedException {
    Eventually.await(
        "'" + alarm + "' is " + wanted, NEXT_TURN, () -> state(alarm), state -> state == wanted);
  }

  private StateValue state(String alarm) {
    return Alarms.named(aws.metrics(), alarm).stateValue();
  }

  @Override
  public void close() {
    bridge.close();
  }
}
