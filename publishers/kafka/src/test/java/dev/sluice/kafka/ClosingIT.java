package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.Publisher;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a publisher is final; the relay opens another one. */
class ClosingIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final List<OutboxMessage> ONE = List.of(Events.event(1, "k", "{}"));

  private final KafkaBroker broker = KafkaBroker.shared();
  private final Publisher publisher = Events.publisher(broker.bootstrapServers(), LIMIT);

  @AfterEach
  void closePublisher() {
    publisher.close();
  }

  @Test
  void closedPublisherSendsNothing() throws Exception {
    broker.createTopic("final", 1, Map.of());
    Pipeline pipeline = publisher.pipeline(Events.topic("final")).orElseThrow();
    PipelineCalls calls = new PipelineCalls(pipeline, LIMIT).send(ONE);
    assertThat(calls.outcomes()).containsExactly(new Delivered("final-0@0"));

    publisher.close();
    publisher.close();

    assertThat(publisher.publish(Events.topic("final"), ONE)).containsExactly(new NotSent());
    assertThat(calls.send(ONE).outcomes().getLast()).isEqualTo(new NotSent());
    Pipeline another = publisher.pipeline(Events.topic("final")).orElseThrow();
    assertThat(new PipelineCalls(another, LIMIT).send(ONE).outcomes())
        .containsExactly(new NotSent());
    assertThat(broker.stored("final", 1)).isEqualTo(1);
  }

  @Test
  void callUnderWayEndsWithNotSentAndNothingArrivesAfterwards() throws Exception {
    broker.createTopic("closed", 3, Map.of());
    List<OutboxMessage> events = KeyOrderIT.events(20_000, 50, Set.of());
    int cut = 0;
    for (int trial = 0; trial < 50 && cut < 3; trial++) {
      Publisher closing = Events.publisher(broker.bootstrapServers(), LIMIT);
      long before = broker.stored("closed", 3);
      FutureTask<List<PublishOutcome>> call =
          start(() -> closing.publish(Events.topic("closed"), events));
      assertThat(close("closed", closing, before, call))
          .hasSize(20_000)
          .hasOnlyElementsOfTypes(Delivered.class, NotSent.class);
      cut += call.get().contains(new NotSent()) ? 1 : 0;
    }
    assertThat(cut).as("control: calls that were not over in time").isPositive();
  }

  @Test
  void pipelineEndsWithNotSentAndNothingArrivesAfterwards() throws Exception {
    broker.createTopic("closed-pipeline", 3, Map.of());
    List<OutboxMessage> events = KeyOrderIT.events(20_000, 50, Set.of());
    int cut = 0;
    for (int trial = 0; trial < 50 && cut < 3; trial++) {
      Publisher closing = Events.publisher(broker.bootstrapServers(), LIMIT);
      PipelineCalls calls =
          new PipelineCalls(closing.pipeline(Events.topic("closed-pipeline")).orElseThrow(), LIMIT);
      long before = broker.stored("closed-pipeline", 3);
      FutureTask<List<PublishOutcome>> call =
          start(() -> calls.sendInCallsOf(100, events).outcomes());
      assertThat(close("closed-pipeline", closing, before, call))
          .hasOnlyElementsOfTypes(Delivered.class, NotSent.class);
      cut += calls.delivered().size() < events.size() ? 1 : 0;
    }
    assertThat(cut).as("control: calls that were not over in time").isPositive();
  }

  @Test
  void closingDuringAnOutageReturnsAndAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Publisher closing = Events.publisher("localhost:" + silent.getLocalPort(), LIMIT);
      FutureTask<List<PublishOutcome>> call =
          start(() -> closing.publish(Events.topic("any"), ONE));
      PipelineCalls calls =
          new PipelineCalls(closing.pipeline(Events.topic("other")).orElseThrow(), LIMIT);
      FutureTask<List<PublishOutcome>> piped = start(() -> calls.send(ONE).outcomes());
      silent.accept().close();
      long started = System.nanoTime();
      closing.close();
      assertThat(call.get()).containsExactly(new NotSent());
      assertThat(piped.get()).containsExactly(new NotSent());
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LIMIT.dividedBy(4));
    }
  }

  /** A thread belongs to the group of the thread that starts it: other tests have producers too. */
  @Test
  void threadsStartWithTheFirstMessageAndEndWithThePublisher() throws Exception {
    broker.createTopic("threads", 1, Map.of());
    broker.createTopic("threads-small", 1, Map.of("max.message.bytes", "20000"));
    ThreadGroup group = new ThreadGroup("threads");
    FutureTask<List<Long>> counts =
        new FutureTask<>(
            () -> {
              List<Long> counted = new ArrayList<>();
              Publisher opened = Events.publisher(broker.bootstrapServers(), LIMIT);
              counted.add(threads(group));
              for (String topic : List.of("threads", "threads-small", "threads")) {
                new PipelineCalls(opened.pipeline(Events.topic(topic)).orElseThrow(), LIMIT)
                    .send(KeyOrderIT.events(100, 2, Set.of(50L)))
                    .outcomes();
              }
              counted.add(threads(group));
              opened.close();
              counted.add(threads(group));
              return counted;
            });
    new Thread(group, counts, "publisher").start();
    List<Long> counted = counts.get(1, TimeUnit.MINUTES);
    assertThat(counted.getFirst()).isZero();
    assertThat(counted.get(1)).isGreaterThanOrEqualTo(2);
    assertThat(counted.getLast()).isZero();
  }

  private static long threads(ThreadGroup group) {
    Thread[] threads = new Thread[100];
    return Stream.of(threads)
        .limit(group.enumerate(threads))
        .filter(thread -> thread.isAlive() && !thread.getName().equals("publisher"))
        .count();
  }

  @Test
  void answeredCallIsForgottenThoughThePipelineGoesOn() throws Exception {
    broker.createTopic("forgotten", 1, Map.of());
    Pipeline pipeline = publisher.pipeline(Events.topic("forgotten")).orElseThrow();
    WeakReference<OutboxMessage> message = new WeakReference<>(sendOne(pipeline));
    long until = System.nanoTime() + LIMIT.toNanos() / 2;
    while (message.get() != null && System.nanoTime() < until) {
      System.gc();
    }
    assertThat(message.get()).isNull();
    assertThat(new PipelineCalls(pipeline, LIMIT).send(ONE).outcomes())
        .containsExactly(new Delivered("forgotten-0@1"));
  }

  private static OutboxMessage sendOne(Pipeline pipeline) throws Exception {
    OutboxMessage message = Events.event(7, "k", "{}");
    assertThat(new PipelineCalls(pipeline, LIMIT).send(List.of(message)).outcomes()).hasSize(1);
    return message;
  }

  private List<PublishOutcome> close(
      String topic, Publisher closing, long before, FutureTask<List<PublishOutcome>> call)
      throws Exception {
    while (broker.stored(topic, 3) == before && !call.isDone()) {
      Pause.briefly();
    }
    closing.close();
    List<PublishOutcome> outcomes = call.get(1, TimeUnit.MINUTES);
    // The one request that was in flight may still arrive; another publisher's come behind it.
    marker(topic);
    long after = broker.stored(topic, 3);
    marker(topic);
    assertThat(broker.stored(topic, 3)).as("what arrived meanwhile").isEqualTo(after + 30);
    return outcomes;
  }

  private void marker(String topic) {
    assertThat(publisher.publish(Events.topic(topic), KeyOrderIT.events(30, 30, Set.of())))
        .allMatch(Delivered.class::isInstance);
  }

  private static FutureTask<List<PublishOutcome>> start(Callable<List<PublishOutcome>> call) {
    FutureTask<List<PublishOutcome>> task = new FutureTask<>(call);
    Thread.startVirtualThread(task);
    return task;
  }
}
