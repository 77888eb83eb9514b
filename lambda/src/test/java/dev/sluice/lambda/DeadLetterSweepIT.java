package dev.sluice.lambda;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.LocalStack;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Copies of redriven and discarded events leave the dead-letter queue, and no other message does.
 */
final class DeadLetterSweepIT {

  private static final String REDRIVE =
      "{'action': 'redrive', 'stream': 'orders', 'confirm': true, 'actor': 'ann'}";

  private final Emulator aws = LocalStack.shared();
  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final SqsClient sqs;
  private final String queue;

  DeadLetterSweepIT() {
    Credentials.provide();
    sqs = client(aws.endpoint());
    queue = sqs.createQueue(request -> request.queueName("dead-" + name)).queueUrl();
  }

  private SqsClient client(URI endpoint) {
    return SqsClient.builder().endpointOverride(endpoint).region(Region.of(aws.region())).build();
  }

  @AfterEach
  void close() {
    sqs.close();
    database.close();
  }

  private Map<String, String> environment(String user) {
    Map<String, String> environment =
        new HashMap<>(Operator.environment(database, TestRelay.routeTo(name)));
    environment.putAll(aws.environment());
    environment.put("SLUICE_DB_USER", user);
    environment.put("SLUICE_DLQ_URL", queue);
    environment.put("SLUICE_LEASE", "60s");
    environment.put("SLUICE_PUBLISH_TIMEOUT", "20s");
    return environment;
  }

  /** Everything in the streams dies, and has its copy. */
  private void kill(Map<String, Integer> streams) {
    streams.forEach((stream, count) -> database.append(stream, count, 5));
    broker.answers(_ -> new Rejected("BAD", "not liked"));
    try (TestRelay relay = new TestRelay(database, environment("outbox_relay"))) {
      int all = streams.values().stream().mapToInt(Integer::intValue).sum();
      assertThat(relay.run().dead()).isEqualTo(all);
    }
    broker.answers(message -> new Delivered("fake@" + message.seq()));
  }

  private Map<String, Object> ask(String request) {
    return ask(request, new InvocationContext());
  }

  private Map<String, Object> ask(String request, InvocationContext context) {
    try (Operator operator = new Operator(environment("outbox_operator"))) {
      return operator.ask(request, context);
    }
  }

  private int visible() {
    return Integer.parseInt(
        sqs.getQueueAttributes(
                request ->
                    request
                        .queueUrl(queue)
                        .attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
            .attributes()
            .getOrDefault(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "none"));
  }

  @Test
  void redrivenEventsLeaveItAndTheOthersAreSeenAgainAtOnce() {
    kill(Map.of("orders", 45, "other", 12));
    sqs.sendMessage(request -> request.queueUrl(queue).messageBody("of another sender"));
    sqs.sendMessage(
        request -> request.queueUrl(queue).messageBody("{\"id\":\"" + UUID.randomUUID() + "\"}"));
    assertThat(visible()).isEqualTo(59);
    assertThat(ask(REDRIVE))
        .containsEntry("done", true)
        .containsEntry("affected", 45)
        .containsEntry("takenOffDeadLetterQueue", 45)
        .doesNotContainKeys("deadLetterQueue", "next");
    assertThat(visible()).isEqualTo(14);
  }

  @Test
  void discardedEventsLeaveItToo() {
    kill(Map.of("orders", 3));
    assertThat(ask(REDRIVE.replace("redrive", "discard").replace("}", ", 'reason': 'r'}")))
        .containsEntry("affected", 3)
        .containsEntry("takenOffDeadLetterQueue", 3);
    assertThat(visible()).isZero();
  }

  @Test
  void dryRunAndReplayTakeNothingOff() {
    kill(Map.of("orders", 3));
    ask("{'action': 'redrive', 'stream': 'orders'}");
    ask("{'action': 'replay', 'all': true, 'confirm': true, 'actor': 'ann'}");
    assertThat(visible()).isEqualTo(3);
  }

  @Test
  void copiesOfARedriveThatWasKilledAreTakenOffByTheNextOne() {
    kill(Map.of("orders", 4, "other", 1));
    Map<String, String> blind = new HashMap<>(environment("outbox_operator"));
    blind.remove("SLUICE_DLQ_URL");
    try (Operator killed = new Operator(blind)) {
      assertThat(killed.ask(REDRIVE)).containsEntry("takenOffDeadLetterQueue", 0);
    }
    try (TestRelay relay = new TestRelay(database, environment("outbox_relay"))) {
      assertThat(relay.run().published()).as("they have left the outbox").isEqualTo(4);
    }
    assertThat(ask(REDRIVE.replace("orders", "other")))
        .containsEntry("affected", 1)
        .containsEntry("takenOffDeadLetterQueue", 5);
  }

  @Test
  void timeThatIsUpWhileWalkingLeavesTheRestToTheNextCall() {
    kill(Map.of("orders", 25));
    AtomicInteger asked = new AtomicInteger();
    InvocationContext context =
        new InvocationContext(() -> asked.incrementAndGet() > 3 ? 1_000 : 30_000, null);
    Map<String, Object> first = ask(REDRIVE, context);
    assertThat(first).containsEntry("affected", 25).containsEntry("done", false);
    int removed = (Integer) requireNonNull(first.get("takenOffDeadLetterQueue"));
    assertThat(removed).isLessThan(25);
    String next = String.valueOf(first.get("next")).replace("}", ",\"actor\":\"ann\"}");
    assertThat(ask(next))
        .containsEntry("done", true)
        .containsEntry("takenOffDeadLetterQueue", 25 - removed);
    assertThat(visible()).isZero();
  }

  @Test
  void queueOutOfReachDoesNotFailWhatWasCommitted() {
    kill(Map.of("orders", 3));
    try (AwsStandIn forbidding = AwsStandIn.start()) {
      forbidding.answers(_ -> StandInAnswer.refused(403, "AccessDenied", "no"));
      Map<String, String> environment = environment("outbox_operator");
      environment.put("AWS_ENDPOINT_URL", forbidding.endpoint().toString());
      environment.put("SLUICE_DLQ_URL", forbidding.endpoint() + "/000000000000/dead");
      try (Operator operator = new Operator(environment)) {
        Map<String, Object> answer = operator.ask(REDRIVE);
        assertThat(answer)
            .containsEntry("done", true)
            .containsEntry("affected", 3)
            .containsEntry("takenOffDeadLetterQueue", 0);
        assertThat(String.valueOf(answer.get("deadLetterQueue"))).contains("AccessDenied");
        assertThat(answer).containsKey("next");
      }
    }
    assertThat(database.count("outbox.held WHERE status = 'WAITING'")).isEqualTo(3);
  }

  @Test
  void queueThatIsGoneDoesNotFailWhatWasCommittedEither() {
    kill(Map.of("orders", 3));
    sqs.deleteQueue(request -> request.queueUrl(queue));
    Map<String, Object> answer = ask(REDRIVE, new InvocationContext());
    assertThat(answer).containsEntry("done", true).containsEntry("affected", 3);
    assertThat(String.valueOf(answer.get("deadLetterQueue"))).contains("could not be walked");
  }
}
