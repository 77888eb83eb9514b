package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Whatever is down, each call is answered once and in time, and nothing is blamed on an event. */
class PipelineOutageIT {

  private static final Duration LIMIT = Duration.ofSeconds(6);
  private static final List<OutboxMessage> EVENTS = KeyOrderIT.events(500, 20, Set.of());

  @Test
  void stoppedBrokerIsUnavailableAndTheNextPipelineRecovers() throws Exception {
    try (KafkaBroker broker = KafkaBroker.start();
        Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT)) {
      broker.createTopic("orders", 3, Map.of());
      assertThat(send(publisher, "orders")).allMatch(Delivered.class::isInstance);

      broker.stop();
      assertUnavailable(send(publisher, "orders"), "OUTAGE");
      assertUnavailable(send(publisher, "orders"), "OUTAGE");

      broker.restart();
      assertThat(send(publisher, "orders")).allMatch(Delivered.class::isInstance);
      assertThat(KeyOrder.broken(KeyOrderIT.log(broker, "orders", 3))).isEmpty();
    }
  }

  @Test
  void unreachableBrokerIsUnavailable() throws Exception {
    try (Publisher publisher = Events.publisher(nobody(), LIMIT)) {
      assertUnavailable(send(publisher, "orders"), "OUTAGE");
    }
  }

  /** Connections are accepted and nothing ever answers: the worst of outages. */
  @Test
  void silentBrokerIsUnavailable() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Publisher publisher = Events.publisher("localhost:" + silent.getLocalPort(), LIMIT)) {
      assertUnavailable(send(publisher, "orders"), "OUTAGE");
    }
  }

  @Test
  void brokersWhoseNamesDoNotResolveAreUnavailable() throws Exception {
    try (Publisher publisher = Events.publisher("no-such-broker.invalid:9092", LIMIT)) {
      assertUnavailable(send(publisher, "orders"), "CONFIGURATION");
    }
  }

  @Test
  void loginThatCannotBeSetUpIsUnavailable() throws Exception {
    try (Publisher publisher =
        Events.publisher(
            nobody(),
            LIMIT,
            "KAFKA_SECURITY_PROTOCOL",
            "SASL_SSL",
            "KAFKA_SASL_MECHANISM",
            "AWS_MSK_IAM",
            "KAFKA_SASL_JAAS_CONFIG",
            "no.such.LoginModule required;")) {
      assertUnavailable(send(publisher, "orders"), "CONFIGURATION");
    }
  }

  /** Half the time goes to reaching a broker; then no acknowledgement ever comes. */
  @Test
  void callThatTheProducerNeverAnswersIsAnsweredAtItsLimit() throws Exception {
    String slow = Long.toString(LIMIT.toMillis() - 1);
    try (KafkaBroker broker = KafkaBroker.start();
        Publisher publisher =
            Events.publisher(
                broker.bootstrapServers(),
                LIMIT,
                "KAFKA_DELIVERY_TIMEOUT_MS",
                slow,
                "KAFKA_REQUEST_TIMEOUT_MS",
                "5000")) {
      broker.createTopic("orders", 1, Map.of());
      assertThat(send(publisher, "orders")).allMatch(Delivered.class::isInstance);
      broker.stop();
      List<PublishOutcome> outcomes = send(publisher, "orders");
      assertThat(outcomes).hasOnlyElementsOfTypes(Unavailable.class, NotSent.class);
      assertThat(outcomes.getFirst()).isInstanceOf(Unavailable.class);
    }
  }

  @Test
  void unknownTopicIsToldApartAndFoundOutAtOnceTheNextTime() throws Exception {
    try (KafkaBroker broker = KafkaBroker.start();
        Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT)) {
      long start = System.nanoTime();
      assertUnavailable(send(publisher, "missing"), "UNKNOWN_TOPIC");
      Duration first = Duration.ofNanos(System.nanoTime() - start);

      start = System.nanoTime();
      assertUnavailable(send(publisher, "missing"), "UNKNOWN_TOPIC");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(first);

      assertThat(publisher.publish(Events.topic("missing"), EVENTS))
          .as("what one way learned the other knows")
          .allSatisfy(outcome -> assertCode(outcome, "UNKNOWN_TOPIC"));

      broker.createTopic("missing", 2, Map.of());
      assertThat(send(publisher, "missing")).allMatch(Delivered.class::isInstance);
    }
  }

  /** The pool of records is full, and nobody takes any: handing over stops all the same. */
  @Test
  void sendReturnsInTimeWhenTheProducerHasNoRoom() throws Exception {
    try (KafkaBroker broker = KafkaBroker.start();
        Publisher publisher =
            Events.publisher(broker.bootstrapServers(), LIMIT, "KAFKA_BUFFER_MEMORY", "140000")) {
      broker.createTopic("orders", 1, Map.of());
      assertThat(send(publisher, "orders")).allMatch(Delivered.class::isInstance);
      broker.stop();
      assertUnavailable(send(publisher, "orders"), "OUTAGE");
    }
  }

  private static String nobody() throws Exception {
    try (ServerSocket free = new ServerSocket(0)) {
      return "localhost:" + free.getLocalPort();
    }
  }

  /** Six calls that overlap. Sending returns and answers come within the limit, and a margin. */
  private static List<PublishOutcome> send(Publisher publisher, String topic) throws Exception {
    PipelineCalls calls =
        new PipelineCalls(publisher.pipeline(Events.topic(topic)).orElseThrow(), LIMIT);
    FutureTask<List<PublishOutcome>> sending =
        new FutureTask<>(() -> calls.sendInCallsOf(100, EVENTS).outcomes());
    long start = System.nanoTime();
    Thread.startVirtualThread(sending);
    List<PublishOutcome> outcomes = sending.get();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    return outcomes;
  }

  private static void assertUnavailable(List<PublishOutcome> outcomes, String code) {
    assertCode(outcomes.getFirst(), code);
    assertThat(outcomes)
        .filteredOn(outcome -> !(outcome instanceof NotSent))
        .allSatisfy(outcome -> assertCode(outcome, code));
  }

  private static void assertCode(PublishOutcome outcome, String code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Unavailable.class, reason -> assertThat(reason.code()).isEqualTo(code));
  }
}
