package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutageIT {

  private static final Duration LIMIT = Duration.ofSeconds(6);

  private record Timed(List<PublishOutcome> outcomes, Duration took) {}

  @Test
  void stoppedBrokerIsUnavailableWithinTheLimitAndTheSamePublisherRecovers() throws Exception {
    List<OutboxMessage> events = KeyOrderIT.events(500, 20, Set.of());
    try (KafkaBroker broker = KafkaBroker.start();
        Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT)) {
      broker.createTopic("orders", 3, Map.of());
      assertThat(publish(publisher, "orders", events).outcomes())
          .allMatch(Delivered.class::isInstance);

      broker.stop();
      assertUnavailable(publish(publisher, "orders", events), "OUTAGE");
      assertUnavailable(publish(publisher, "orders", events), "OUTAGE");

      broker.restart();
      assertThat(publish(publisher, "orders", events).outcomes())
          .hasSize(500)
          .allMatch(Delivered.class::isInstance);
      assertThat(KeyOrder.broken(KeyOrderIT.log(broker, "orders", 3))).isEmpty();
    }
  }

  @Test
  void unreachableBrokerCostsOneWaitAndNotOneAMessage() throws Exception {
    try (Publisher publisher = Events.publisher(nobody(), LIMIT)) {
      Timed timed = publish(publisher, "orders", KeyOrderIT.events(1_000, 20, Set.of()));

      assertUnavailable(timed, "OUTAGE");
      assertThat(timed.took()).isLessThan(LIMIT.dividedBy(2));
    }
  }

  /** The login of MSK is made of two settings: were a class of it missing, no producer could be. */
  @Test
  void mskLoginTakesTwoSettings() throws Exception {
    try (Publisher publisher =
        Events.publisher(
            nobody(),
            LIMIT,
            "KAFKA_SECURITY_PROTOCOL",
            "SASL_SSL",
            "KAFKA_SASL_MECHANISM",
            "AWS_MSK_IAM")) {
      assertUnavailable(publish(publisher, "orders", KeyOrderIT.events(1, 1, Set.of())), "OUTAGE");
    }
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
      assertUnavailable(
          publish(publisher, "orders", KeyOrderIT.events(1, 1, Set.of())), "CONFIGURATION");
    }
  }

  /** Connections are accepted and nothing ever answers: the worst of outages. */
  @Test
  void silentBrokerIsUnavailableWithinTheLimit() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Publisher publisher = Events.publisher("localhost:" + silent.getLocalPort(), LIMIT)) {
      assertUnavailable(publish(publisher, "orders", KeyOrderIT.events(10, 2, Set.of())), "OUTAGE");
    }
  }

  @Test
  void brokersWhoseNamesDoNotResolveAreUnavailable() {
    try (Publisher publisher = Events.publisher("no-such-broker.invalid:9092", LIMIT)) {
      assertUnavailable(
          publish(publisher, "orders", KeyOrderIT.events(10, 2, Set.of())), "CONFIGURATION");
    }
  }

  @Test
  void unknownTopicIsToldApartAndFoundOutAtOnceTheNextTime() throws Exception {
    List<OutboxMessage> events = KeyOrderIT.events(100, 5, Set.of());
    try (KafkaBroker broker = KafkaBroker.start();
        Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT)) {
      Timed first = publish(publisher, "missing", events);
      assertUnavailable(first, "UNKNOWN_TOPIC");
      assertThat(first.outcomes().getFirst().toString()).contains("topic missing does not exist");

      Timed second = publish(publisher, "missing", events);
      assertUnavailable(second, "UNKNOWN_TOPIC");
      assertThat(second.took()).isLessThan(LIMIT.dividedBy(4));

      broker.createTopic("missing", 2, Map.of());
      assertThat(publish(publisher, "missing", events).outcomes())
          .allMatch(Delivered.class::isInstance);
    }
  }

  /** An address where nobody listens. */
  private static String nobody() throws Exception {
    try (ServerSocket free = new ServerSocket(0)) {
      return "localhost:" + free.getLocalPort();
    }
  }

  private static Timed publish(Publisher publisher, String topic, List<OutboxMessage> events) {
    long start = System.nanoTime();
    List<PublishOutcome> outcomes = publisher.publish(Events.topic(topic), events);
    return new Timed(outcomes, Duration.ofNanos(System.nanoTime() - start));
  }

  private static void assertUnavailable(Timed timed, String code) {
    assertThat(timed.outcomes())
        .isNotEmpty()
        .allSatisfy(
            outcome ->
                assertThat(outcome)
                    .isInstanceOfSatisfying(
                        Unavailable.class, it -> assertThat(it.code()).isEqualTo(code)));
    assertThat(timed.took()).isLessThan(LIMIT);
  }
}
