package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kafka.KeyOrder.Seen;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Refused events, ended pipelines and closed producers all the time: the log is the judge. */
@Order(1)
class PipelineStormIT {

  private static final Map<String, String> SMALL_RECORDS = Map.of("max.message.bytes", "20000");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int EVENTS = 20_000;

  private final KafkaBroker broker = KafkaBroker.shared();

  /**
   * The relay's own way, over and over: a pipeline until it ends, then another with what is owed.
   * Refused events are everywhere; small calls and small batches let the two threads meet often.
   */
  @Test
  void noEventOvertakesAnEarlierOneOfItsKeyHoweverThreadsMeet() throws Exception {
    try (Publisher one = smallBatches();
        Publisher two = smallBatches()) {
      storms("storm-", List.of(one, two));
    }
    for (int lane = 0; lane < 2; lane++) {
      // The one request in flight is answered before a failure is known: nothing is there twice,
      // and nothing that was answered with NotSent is there at all.
      assertThat(KeyOrderIT.log(broker, "storm-" + lane, 2).stream().map(Seen::seq))
          .doesNotHaveDuplicates()
          .hasSize(EVENTS - large(lane).size());
    }
  }

  @Test
  void noEventOvertakesWhereTopicsCloseEachOthersProducer() throws Exception {
    try (Publisher shared = smallBatches()) {
      storms("shared-storm-", List.of(shared, shared, shared));
    }
  }

  private void storms(String topics, List<Publisher> publishers) throws Exception {
    List<Future<Integer>> runs = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int lane = 0; lane < publishers.size(); lane++) {
        Publisher sender = publishers.get(lane);
        String topic = topics + lane;
        int seed = lane;
        broker.createTopic(topic, 2, SMALL_RECORDS);
        runs.add(threads.submit(() -> storm(sender, topic, seed)));
      }
    }
    for (int lane = 0; lane < publishers.size(); lane++) {
      assertThat(runs.get(lane).get()).as("control: pipelines that ended").isGreaterThan(100);
      List<Seen> log = KeyOrderIT.log(broker, topics + lane, 2);
      assertThat(KeyOrder.broken(log)).isEmpty();
    }
  }

  private Publisher smallBatches() {
    return Events.publisher(broker.bootstrapServers(), LIMIT, "KAFKA_BATCH_SIZE", "1000");
  }

  private static Set<Long> large(int seed) {
    Random random = new Random(seed);
    return LongStream.range(0, EVENTS)
        .filter(seq -> random.nextInt(100) == 0)
        .boxed()
        .collect(Collectors.toSet());
  }

  /** How many pipelines it took. */
  private static int storm(Publisher sender, String topic, int seed) throws Exception {
    Random random = new Random(seed);
    Set<Long> large = large(seed);
    List<OutboxMessage> owed = KeyOrderIT.events(EVENTS, 5, large);
    int pipelines = 0;
    while (!owed.isEmpty()) {
      assertThat(++pipelines).isLessThan(5_000);
      Pipeline pipeline = sender.pipeline(Events.topic(topic)).orElseThrow();
      PipelineCalls calls = new PipelineCalls(pipeline, LIMIT);
      calls.sendInCallsOf(1 + random.nextInt(20), owed.subList(0, Math.min(400, owed.size())));
      Set<Long> done = new HashSet<>(calls.delivered());
      for (int i = 0; i < calls.messages().size(); i++) {
        PublishOutcome outcome = calls.outcomes().get(i);
        assertThat(outcome).isInstanceOfAny(Delivered.class, NotSent.class, Rejected.class);
        if (outcome instanceof Rejected) {
          assertThat(large).contains(calls.messages().get(i).seq());
          done.add(calls.messages().get(i).seq());
        }
      }
      owed = owed.stream().filter(event -> !done.contains(event.seq())).toList();
    }
    return pipelines;
  }
}
