package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.MiniStack;
import dev.sluice.emulators.Volume;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.aws.AwsPlace;
import dev.sluice.local.aws.AwsPlaces;
import dev.sluice.local.relay.Ledger.Balance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A full outbox through two lanes to every kind of place that AWS has, counted where it arrives.
 */
@Timeout(600)
@Order(1)
final class AwsVolumeIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int EVENTS = Volume.of(2_500, 100_000);

  /**
   * Of each kind, for MiniStack walks through a whole queue for every message that it hands out.
   */
  private static final int COPIES = 5;

  /** A place with what is sent there. */
  private record Load(AwsPlace place, int events, QueueReader reader) {}

  private final List<Load> loads = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private OutboxStack outbox;
  private Emulator topics;
  private Emulator buses;

  @BeforeEach
  void start() {
    outbox = keep(OutboxStack.shared());
    // Two processes, each with a core: one for SNS and the queues behind it, one for the rest.
    topics = keep(MiniStack.start());
    buses = keep(MiniStack.start());
  }

  private <T extends AutoCloseable> T keep(T closeable) {
    open.addFirst(closeable);
    return closeable;
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
  }

  @Test
  void allEventsArriveExactlyOnceAndFifoGroupsInOrder() throws Exception {
    AwsPlaces behindTopics = keep(new AwsPlaces(topics));
    AwsPlaces others = keep(new AwsPlaces(buses));
    for (int i = 1; i <= COPIES; i++) {
      load(behindTopics, behindTopics.topic("topic-" + i, false), EVENTS * 30 / 100 / COPIES);
      load(behindTopics, behindTopics.topic("fifo-topic-" + i, true), EVENTS * 15 / 100 / COPIES);
      load(others, others.bus("bus-" + i), EVENTS * 25 / 100 / COPIES);
      load(others, others.queue("queue-" + i, false), EVENTS * 20 / 100 / COPIES);
      load(others, others.queue("fifo-queue-" + i, true), EVENTS * 10 / 100 / COPIES);
    }

    assertThat(drain()).isEqualTo(EVENTS);

    Map<String, Balance> balances = new TreeMap<>();
    List<Callable<Balance>> readings = new ArrayList<>();
    loads.forEach(load -> readings.add(() -> balance(load)));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Balance>> read =
          threads.invokeAll(readings); // a reader's last look takes a second
      for (int i = 0; i < read.size(); i++) {
        String kind = loads.get(i).place.stream().replaceAll("-\\d+$", "");
        balances.merge(kind, read.get(i).get(), Balance::plus);
      }
    }
    balances.forEach((kind, balance) -> System.out.printf("%-10s %s%n", kind, balance));
    assertThat(balances.values().stream().mapToInt(Balance::distinct).sum()).isEqualTo(EVENTS);
    assertThat(outbox.owed()).isZero();
  }

  private Balance balance(Load load) throws InterruptedException {
    Arrivals arrivals = load.reader.toTheEnd(PATIENCE);
    Balance balance = arrivals.balance();
    assertThat(arrivals.lacks(outbox.delivered(load.place.stream() + ".%")))
        .as("lost, " + load.place.stream())
        .isEmpty();
    assertThat(balance.distinct()).as(load.place.stream()).isEqualTo(load.events);
    assertThat(balance.duplicates()).as("duplicates, and nothing crashed").isZero();
    if (load.place.fifo()) {
      assertThat(balance.reordered()).as(load.place.stream()).isZero();
    }
    return balance;
  }

  private void load(AwsPlaces places, AwsPlace place, int events) {
    outbox.append(place.stream() + ".", events, 100, 3);
    loads.add(new Load(place, events, keep(new QueueReader(places, place, events))));
  }

  private long drain() throws Exception {
    long published = 0;
    try (LocalLambda even = lane(0);
        LocalLambda odd = lane(1)) {
      while (outbox.owed() > 0) {
        CompletableFuture<Answer> other = odd.invoke("{\"lane\":1,\"lanes\":2}");
        published += published(even.invokeAndWait("{\"lane\":0,\"lanes\":2}"));
        published += published(other.get(3, TimeUnit.MINUTES));
      }
    }
    return published;
  }

  private static long published(Answer answer) {
    assertThat(Reports.number(answer, "openBreakers")).isZero();
    assertThat(Reports.number(answer, "lostShards")).isZero();
    assertThat(Reports.number(answer, "failed")).as("failed attempts").isZero();
    return Reports.number(answer, "published");
  }

  /** Times for a machine that has other things to do. */
  private LocalLambda lane(int number) {
    Map<String, String> settings = new HashMap<>(buses.environment());
    settings.put("AWS_ENDPOINT_URL_SNS", topics.endpoint().toString());
    settings.put("SLUICE_LEASE", "60s");
    settings.put("SLUICE_PUBLISH_TIMEOUT", "30s");
    settings.put("SLUICE_BATCH", "500");
    // An emulator answers one call at a time; more in flight would only wait longer.
    List.of("SNS", "SQS", "EVENTBRIDGE")
        .forEach(service -> settings.put("SLUICE_" + service + "_CALLS", "2"));
    settings.put(
        "SLUICE_ROUTES",
        loads.stream().map(load -> load.place.route()).collect(Collectors.joining(",", "[", "]")));
    return outbox.lane("aws-" + number, settings, List.of(), Duration.ofMinutes(2));
  }
}
