package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.MiniStack;
import dev.sluice.emulators.SharedKafka;
import dev.sluice.emulators.Volume;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.aws.AwsPlace;
import dev.sluice.local.aws.AwsPlaces;
import dev.sluice.local.relay.Ledger.Balance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One route, and each stream goes to a topic or a queue of its own. */
@Timeout(600)
final class StreamsToBrokersIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int STREAMS = Volume.of(4, 100);
  private static final int EVENTS = 40;

  private final String prefix = "p" + UUID.randomUUID().toString().substring(0, 8);
  private final OutboxStack outbox = OutboxStack.shared();

  @AfterEach
  void close() {
    outbox.close();
  }

  private LocalLambda lane(Map<String, String> environment, String... routes) {
    Map<String, String> settings = new HashMap<>(environment);
    settings.put("SLUICE_LEASE", "60s");
    // A producer that is cold learns all topics with its first events.
    settings.put("SLUICE_PUBLISH_TIMEOUT", Volume.of(4, 20) + "s");
    settings.put("SLUICE_ROUTES", "[" + String.join(",", routes) + "]");
    return outbox.lane("streams", settings, List.of(), PATIENCE);
  }

  private static String route(String streams, String destination) {
    return "{\"stream\":\"%s\",\"destination\":\"%s\"}".formatted(streams, destination);
  }

  private void createTopics() throws Exception {
    List<NewTopic> topics =
        IntStream.range(0, STREAMS)
            .mapToObj(i -> new NewTopic(prefix + ".orders." + i, RelayStack.PARTITIONS, (short) 1))
            .toList();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedKafka.bootstrapServers()))) {
      admin.createTopics(topics).all().get();
    }
  }

  @Test
  void eachStreamArrivesInItsTopicInOrderAndOneWithoutATopicWaitsAlone() throws Exception {
    createTopics();
    outbox.append("orders.", EVENTS * STREAMS, 5 * STREAMS, STREAMS);
    outbox.append("orders.missing.", 3, 3, 1);
    outbox.append("two words ", 3, 3, 1);
    Map<String, String> kafka = Map.of("KAFKA_BOOTSTRAP_SERVERS", SharedKafka.bootstrapServers());
    try (LocalLambda lane = lane(kafka, route("*", "kafka:" + prefix + ".{stream}"))) {
      long published = 0;
      while (published < (long) EVENTS * STREAMS) {
        published += Reports.number(lane.invokeAndWait("{}"), "published");
      }
    }
    for (int i = 0; i < STREAMS; i++) {
      try (Ledger ledger = new Ledger(SharedKafka.bootstrapServers(), prefix + ".orders." + i)) {
        Balance balance = ledger.balance();
        assertThat(balance.distinct()).isEqualTo(EVENTS);
        assertThat(balance.reordered()).isZero();
      }
    }
    assertThat(outbox.owed("orders.missing.%")).isEqualTo(3);
    assertThat(outbox.owed("two words %")).isEqualTo(3);
    assertThat(outbox.count("outbox.held WHERE status = 'DEAD'")).isZero();
    assertThat(outbox.count("outbox.held WHERE retry_count > 0")).isZero();
    assertThat(
            outbox.one("SELECT string_agg(name, ' ') FROM outbox.state WHERE breaker_failures > 0"))
        .isEqualTo("kafka:" + prefix + ".orders.missing.0");
    assertThat(
            outbox.one(
                "SELECT count(DISTINCT destination) FILTER (WHERE destination = 'kafka:%s.' || stream) || ' of ' || count(DISTINCT destination) FROM outbox.delivery"
                    .formatted(prefix)))
        .isEqualTo(STREAMS + " of " + STREAMS);
  }

  @Test
  void eachStreamArrivesInItsQueueAndInItsTopicOfAws() throws Exception {
    Emulator aws = MiniStack.shared();
    int streams = Volume.of(2, 12);
    List<AwsPlace> all = new ArrayList<>();
    try (AwsPlaces places = new AwsPlaces(aws)) {
      for (int i = 0; i < streams; i++) {
        all.add(places.queue(prefix + "-mail-" + i, true));
        all.add(places.topic(prefix + "-news-" + i, false));
        all.add(places.bus(prefix + "-audit-" + i));
      }
      for (String kind : List.of("-mail-", "-news-", "-audit-")) {
        outbox.append(prefix + kind, EVENTS * streams, 5 * streams, streams);
      }
      String[] routes =
          all.subList(0, 3).stream()
              .map(place -> route(place.stream().replaceFirst("0$", "*"), byStream(place)))
              .toArray(String[]::new);
      try (LocalLambda lane = lane(aws.environment(), routes)) {
        while (outbox.owed() > 0) {
          assertThat(Reports.number(lane.invokeAndWait("{}"), "failed")).isZero();
        }
      }
      List<QueueReader> readers =
          all.stream().map(place -> new QueueReader(places, place, EVENTS)).toList();
      for (int i = 0; i < all.size(); i++) {
        Balance balance = readers.get(i).toTheEnd(PATIENCE).balance();
        assertThat(balance.distinct()).as(all.get(i).destination()).isEqualTo(EVENTS);
        assertThat(all.get(i).fifo() ? balance.reordered() : 0).isZero();
      }
      readers.forEach(QueueReader::close);
    }
    assertThat(outbox.count("(SELECT DISTINCT destination FROM outbox.delivery) d"))
        .isEqualTo(all.size());
  }

  private static String byStream(AwsPlace place) {
    return place.destination().replace(place.stream(), "{stream}");
  }
}
