package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kafka.KeyOrder.Seen;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The topics here refuse what the producer would still send: 20,000 bytes are too many. */
@TestInstance(Lifecycle.PER_CLASS)
class PipelineOrderIT {

  private static final Map<String, String> SMALL_RECORDS = Map.of("max.message.bytes", "20000");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final KafkaBroker broker = KafkaBroker.shared();
  private final Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT);

  @AfterAll
  void closePublisher() {
    publisher.close();
  }

  @Test
  void overlappingCallsGetTheReceiptsOfTheirRecordsInOrder() throws Exception {
    List<OutboxMessage> events = KeyOrderIT.events(20_000, 97, Set.of());
    broker.createTopic("pipeline", 6, Map.of());

    List<PublishOutcome> outcomes = calls("pipeline").sendInCallsOf(500, events).outcomes();

    List<PublishOutcome> receipts = new ArrayList<>(outcomes);
    broker
        .read("pipeline", 6)
        .forEach(
            record ->
                receipts.set(
                    Math.toIntExact(Events.seq(record.headers())),
                    new Delivered("pipeline-" + record.partition() + "@" + record.offset())));
    assertThat(outcomes).allMatch(Delivered.class::isInstance).isEqualTo(receipts);
    assertThat(KeyOrder.broken(KeyOrderIT.log(broker, "pipeline", 6))).isEmpty();
  }

  @Test
  void callWithoutMessagesIsAnswered() throws Exception {
    assertThat(calls("whatever").send(List.of()).outcomes()).isEmpty();
  }

  @Test
  void refusedEventAloneIsRejectedAndItsNeighboursAreDeliveredOrNotSent() throws Exception {
    broker.createTopic("neighbours", 1, SMALL_RECORDS);
    List<OutboxMessage> events = KeyOrderIT.events(3_000, 30, Set.of(1_001L));

    PipelineCalls calls = calls("neighbours").sendInCallsOf(100, events);

    List<PublishOutcome> outcomes = calls.outcomes();
    assertThat(outcomes.get(1_001)).isInstanceOf(Rejected.class);
    assertThat(outcomes)
        .filteredOn(outcome -> !(outcome instanceof Rejected))
        .hasSize(2_999)
        .hasOnlyElementsOfTypes(Delivered.class, NotSent.class);
    assertThat(calls.delivered()).isNotEmpty().containsAll(seqs(0, 1_000));
    assertHolds("neighbours", 1, calls.delivered());
  }

  /** Nothing of its key is behind it: there is no reason to drop what is under way. */
  @Test
  void lastEventOfItsKeyEndsThePipelineAndDropsNothing() throws Exception {
    broker.createTopic("last", 1, SMALL_RECORDS);
    List<OutboxMessage> events = new ArrayList<>(KeyOrderIT.events(500, 10, Set.of()));
    events.set(400, Events.event(400, "alone", Events.padded(21_000)));

    PipelineCalls calls = calls("last").send(events);
    assertThat(calls.outcomes())
        .filteredOn(outcome -> !(outcome instanceof Delivered))
        .singleElement()
        .isInstanceOf(Rejected.class);

    calls.send(List.of(Events.event(500, "other", "{}")));
    assertThat(calls.outcomes().getLast()).isEqualTo(new NotSent());
    assertThat(broker.stored("last", 1)).isEqualTo(499);
  }

  @Test
  void eventAboveTheProducersLimitEndsThePipelineBehindWhatWasSent() throws Exception {
    broker.createTopic("huge", 1, Map.of());
    List<OutboxMessage> events = new ArrayList<>(KeyOrderIT.events(300, 1, Set.of()));
    events.set(150, Events.event(150, "key-0", Events.padded(1_100_000)));

    PipelineCalls calls = calls("huge").sendInCallsOf(100, events);

    assertThat(calls.outcomes().get(150)).isInstanceOf(Rejected.class);
    assertThat(calls.outcomes().subList(151, 300)).containsOnly(new NotSent());
    assertHolds("huge", 1, seqs(0, 149));
  }

  /** The sending thread stops between its look at the pipeline's end and the send itself. */
  @Test
  void eventThatIsAboutToBeSentWhenAnEarlierOneFailsIsNotSent() throws Exception {
    broker.createTopic("meeting", 1, SMALL_RECORDS);
    for (int trial = 0; trial < 20; trial++) {
      PipelineCalls calls = calls("meeting").send(KeyOrderIT.events(1, 1, Set.of(0L)));
      Thread sender = Thread.currentThread();
      List<OutboxMessage> behind =
          new AbstractList<>() {
            @Override
            public OutboxMessage get(int index) {
              if (Thread.currentThread() == sender) {
                calls.awaitFirst();
              }
              return Events.event(1, "key-0", "{}");
            }

            @Override
            public int size() {
              return 1;
            }
          };
      calls.send(behind);
      assertThat(calls.outcomes().getFirst()).isInstanceOf(Rejected.class);
      assertThat(calls.outcomes().getLast()).isEqualTo(new NotSent());
    }
    assertThat(broker.stored("meeting", 1)).isZero();
  }

  @Test
  void failuresOfOneTopicAreNotSentOnAnother() throws Exception {
    broker.createTopic("pipeline-sound", 3, Map.of());
    broker.createTopic("pipeline-poisoned", 3, SMALL_RECORDS);
    for (int trial = 0; trial < 10; trial++) {
      PipelineCalls sound = calls("pipeline-sound");
      PipelineCalls poisoned = calls("pipeline-poisoned");
      AtomicBoolean ended = new AtomicBoolean();
      Future<?> sending;
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        sending = threads.submit(() -> sendUntil(ended, sound));
        poisoned.sendInCallsOf(100, KeyOrderIT.events(1_000, 20, Set.of(300L)));
        assertThat(poisoned.outcomes()).filteredOn(Rejected.class::isInstance).hasSize(1);
        ended.set(true);
      }
      sending.get();
      poisoned.delivered();
      assertThat(sound.outcomes()).hasOnlyElementsOfTypes(Delivered.class, NotSent.class);
      assertThat(sound.delivered())
          .as("control: the other one was closed, too")
          .isNotEqualTo(seqs(0, sound.messages().size() - 1));
    }
  }

  private static void sendUntil(AtomicBoolean ended, PipelineCalls calls) {
    boolean last = false;
    for (long seq = 0; !last; seq += 10) {
      last = ended.get();
      long first = seq;
      calls.send(
          LongStream.range(first, first + 10)
              .mapToObj(each -> Events.event(each, "key-" + each % 3, "{}"))
              .toList());
    }
  }

  private PipelineCalls calls(String topic) {
    return new PipelineCalls(publisher.pipeline(Events.topic(topic)).orElseThrow(), LIMIT);
  }

  private void assertHolds(String topic, int partitions, Set<Long> seqs) {
    List<Seen> log = KeyOrderIT.log(broker, topic, partitions);
    assertThat(log.stream().map(Seen::seq).collect(Collectors.toSet())).isEqualTo(seqs);
    assertThat(KeyOrder.broken(log)).isEmpty();
  }

  private static Set<Long> seqs(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(Long::valueOf).collect(Collectors.toSet());
  }
}
