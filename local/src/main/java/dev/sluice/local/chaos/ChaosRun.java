package dev.sluice.local.chaos;

import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Ledger;
import dev.sluice.local.orders.OrderService;
import dev.sluice.local.orders.OutboxGauge;
import dev.sluice.local.orders.Receipts;
import dev.sluice.local.orders.Shop;
import dev.sluice.local.orders.TopicConsumer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** From the first order to the count of what arrived. */
final class ChaosRun implements AutoCloseable {

  private static final int MOST_CUSTOMERS = 5_000;
  private static final int ORDERS_OF_CUSTOMER = 50;
  private static final int IN_ONE_TRANSACTION = 20;

  /** Of the last lane, by more than its time-out: it works until it is killed. */
  private static final Duration CLOCK_BEHIND = Duration.ofSeconds(30);

  /** When nothing has arrived for so long, nothing more will. */
  private static final long QUIET = TimeUnit.SECONDS.toNanos(3);

  private static final int LOOK_MILLIS = 200;

  private final ChaosOptions options;
  private final ChaosServices services;
  private final Consumer<String> progress;
  private final Random random;
  private final int customers;
  private final Disturbances disturbances;
  private final ShardWatch watch;
  private final Shop shop;
  private final OrderService orders;
  private final Receipts receipts = new Receipts();
  private final TopicConsumer consumer;
  private final Redrives redrives;
  private final Faults faults;
  private final long start = System.nanoTime();

  ChaosRun(
      ChaosOptions options,
      ChaosServices services,
      UnaryOperator<Consumer<Arrival>> transport,
      Consumer<String> progress,
      Consumer<String> log)
      throws SQLException {
    this.options = options;
    this.services = services;
    this.progress = progress;
    customers = Math.clamp(options.events() / ORDERS_OF_CUSTOMER, 10, MOST_CUSTOMERS);
    random = new Random(options.seed());
    disturbances = new Disturbances(progress);
    watch = new ShardWatch(services.postgres());
    shop = Shop.open(services.postgres());
    // Without an end: until the last kill, there is load.
    OrderService.Load load =
        new OrderService.Load(
            2 * options.events(),
            options.duration().multipliedBy(2),
            customers,
            IN_ONE_TRANSACTION);
    orders = new OrderService(shop, ChaosServices.PLACES, load, _ -> {});
    consumer =
        new TopicConsumer(
            services.kafka().bootstrapServers(),
            ChaosServices.PLACES,
            ChaosServices.PARTITIONS,
            transport.apply(receipts::add));
    redrives = new Redrives(services, orders, receipts, disturbances, customers, random, log);
    ServerFaults servers = new ServerFaults(services, watch, disturbances, random);
    faults = new Faults(lanes(log), servers, redrives, options.lease(), random);
  }

  private List<Lane> lanes(Consumer<String> log) {
    return IntStream.range(0, options.lanes()).mapToObj(number -> lane(number, log)).toList();
  }

  private Lane lane(int number, Consumer<String> log) {
    boolean behind = number > 0 && number == options.lanes() - 1;
    return new Lane(
        services,
        watch,
        disturbances,
        number,
        options.lanes(),
        behind ? CLOCK_BEHIND : Duration.ZERO,
        log);
  }

  ChaosOutcome run() throws Exception {
    orders.start();
    Patience.await("the first events arrive", () -> receipts.distinct() > 0);
    Iterator<Fault> deck = Collections.emptyIterator();
    double share =
        options.deck().stream().filter(Fault::kills).count() / (double) options.deck().size();
    double pause = options.duration().toNanos() * share / options.kills();
    int kills = 0;
    while (kills < options.kills()) {
      if (!deck.hasNext()) {
        List<Fault> shuffled = new ArrayList<>(options.deck());
        Collections.shuffle(shuffled, random);
        deck = shuffled.iterator();
      }
      TimeUnit.NANOSECONDS.sleep((long) (pause * 2 * random.nextDouble()));
      orders.throwIfFailed();
      Fault fault = deck.next();
      kills += fault.kills() ? 1 : 0;
      faults.strike(fault);
    }
    faults.finish().forEach(disturbances::unexpected);
    Patience.await("the last orders", () -> orders.appended() >= options.events());
    orders.close();
    progress.accept("no more orders, and nothing more breaks");
    return outcome();
  }

  /** Until everything has arrived and nothing is owed, or there is no point in waiting. */
  private long settle() throws Exception {
    long redriven = 0;
    long begin = System.nanoTime();
    long quietSince = begin;
    int arrived = -1;
    try (OutboxGauge gauge = new OutboxGauge(services.postgres())) {
      while (true) {
        Thread.sleep(LOOK_MILLIS);
        long now = System.nanoTime();
        int all = receipts.distinct() + receipts.duplicates();
        quietSince = all == arrived ? quietSince : now;
        arrived = all;
        OutboxGauge.Level level = gauge.look();
        redriven += level.dead() > 0 ? redrives.redriveAll() : 0;
        boolean nothingOwed = level.owed() == 0 && level.dead() == 0;
        if (now - quietSince > (nothingOwed ? QUIET : Patience.NANOS)) {
          return redriven;
        }
      }
    }
  }

  private ChaosOutcome outcome() throws Exception {
    List<String> committed = shop.committed();
    long redriven = settle();
    List<String> failures = new ArrayList<>(disturbances.unexpected());
    if (orders.appended() > committed.size()) {
      failures.add(
          "%,d orders were acknowledged, and the table has %,d"
              .formatted(orders.appended(), committed.size()));
    }
    Map<String, String> owed;
    try (OutboxGauge gauge = new OutboxGauge(services.postgres())) {
      owed = gauge.owed();
    }
    InFlight inFlight = InFlight.judge(services.postgres(), receipts, disturbances.all());
    inFlight.examples().forEach(progress);
    receipts.reorderedExamples().forEach(progress);
    return new ChaosOutcome(
        options,
        Ledger.balance(committed, orders.rolledBack(), receipts.received(), owed),
        inFlight,
        disturbances.counts(),
        watch.waits(),
        redriven,
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
        failures);
  }

  @Override
  public void close() throws SQLException {
    orders.close();
    faults.close();
    consumer.close();
    watch.close();
  }
}
