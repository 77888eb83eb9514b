package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.MiniStack;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.aws.AwsPlace;
import dev.sluice.local.aws.AwsPlaces;
import dev.sluice.local.relay.Ledger.Balance;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One event for Kafka, SNS and two queues, one of which is not there yet. */
final class SubscriptionsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int EVENTS = 300;
  private static final String OWED =
      "SELECT string_agg(subscription || ' ' || pending, ',') FROM outbox.status";

  private final String stream = "shop-" + UUID.randomUUID();

  private static String route(String name, String destination) {
    return "{\"name\":\"%s\",\"stream\":\"*\",\"destination\":\"%s\"}".formatted(name, destination);
  }

  @Test
  void eachGetsEveryEventAndOneThatIsDownHoldsUpNoOther() throws Exception {
    Emulator aws = MiniStack.shared();
    try (RelayStack stack = RelayStack.shared();
        AwsPlaces places = new AwsPlaces(aws)) {
      AwsPlace topic = places.topic(stream + "-topic", true);
      AwsPlace queue = places.queue(stream + "-queue", false);
      String missing = queue.destination().replace("-queue", "-late");
      Map<String, String> settings = new HashMap<>(aws.environment());
      // An emulator answers one call at a time, and a call that is late would wait in outbox.held.
      settings.put("SLUICE_LEASE", "60s");
      settings.put("SLUICE_PUBLISH_TIMEOUT", "30s");
      List.of("SNS", "SQS").forEach(service -> settings.put("SLUICE_" + service + "_CALLS", "2"));
      String kafka = stack.route("kafka");
      settings.put(
          "SLUICE_ROUTES",
          String.join(
              ",",
              kafka.substring(0, kafka.length() - 1),
              route("topic", topic.destination()),
              route("queue", queue.destination()),
              route("late", missing) + "]"));
      stack.append(stream, EVENTS, 10);
      try (LocalLambda lane = stack.lane("subscriptions", settings);
          QueueReader ofTopic = new QueueReader(places, topic, EVENTS);
          QueueReader ofQueue = new QueueReader(places, queue, EVENTS);
          Ledger ledger = stack.ledger()) {
        long published = Reports.number(lane.invokeAndWait("{}"), "published");
        assertThat(published).as(stack.one(OWED)).isEqualTo(3 * EVENTS);
        assertThat(ledger.balance()).isEqualTo(new Balance(EVENTS, 0, 0));
        assertThat(ofTopic.toTheEnd(PATIENCE).balance()).isEqualTo(new Balance(EVENTS, 0, 0));
        assertThat(ofQueue.toTheEnd(PATIENCE).balance().distinct()).isEqualTo(EVENTS);
        assertThat(
                stack.one(
                    "SELECT string_agg(subscription || ' ' || pending, ',') FROM outbox.status"))
            .isEqualTo("late " + EVENTS);
        assertThat(stack.count("outbox.held WHERE retry_count > 0")).as("attempts").isZero();

        AwsPlace late = places.queue(stream + "-late", false);
        try (QueueReader ofLate = new QueueReader(places, late, EVENTS)) {
          while (stack.owed() > 0) {
            lane.invokeAndWait("{}");
          }
          assertThat(ofLate.toTheEnd(PATIENCE).balance().distinct()).isEqualTo(EVENTS);
        }
      }
    }
  }
}
