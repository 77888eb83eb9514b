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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);

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
  private final ServerFaults servers;
  private final List<Lane> lanes;
  private final List<Future<?>> underWay = new ArrayList<>();
  private final ExecutorService one =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  private final ExecutorService many =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
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
    redrives = new Redrives(services, orders, receipts, disturbances, random, log);
    servers = new ServerFaults(services, watch, disturbances, random);
    lanes =
        IntStream.range(0, options.lanes())
            .mapToObj(
                number -> {
                  boolean behind = number > 0 && number == options.lanes() - 1;
                  return new Lane(
                      services,
                      watch,
                      disturbances,
                      number,
                      options.lanes(),
                      behind ? CLOCK_BEHIND : Duration.ZERO,
                      log);
                })
            .toList();
  }

  ChaosOutcome run() throws Exception {
    orders.start();
    await("the first events arrive", () -> receipts.distinct() > 0);
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
      strike(fault);
    }
    for (Future<?> each : underWay) {
      finish(each);
    }
    await("the last orders", () -> orders.appended() >= options.events());
    orders.close();
    progress.accept("no more orders, and nothing more breaks");
    return outcome();
  }

  private void finish(Future<?> fault) throws InterruptedException {
    try {
      fault.get();
    } catch (ExecutionException e) {
      disturbances.unexpected(String.valueOf(e.getCause()));
    }
  }

  private void strike(Fault fault) throws Exception {
    switch (fault) {
      case RELAY_KILLED -> working().kill();
      case RELAY_FROZEN, RELAY_CUT_OFF -> {
        Lane lane = working();
        Duration atMost = options.lease().plusSeconds(1 + random.nextInt(4));
        later(many, () -> lane.leaveZombie(fault, atMost));
      }
      case DATABASE_KILLED -> later(one, () -> servers.database(fault, true));
      case DATABASE_RESTARTED -> later(one, () -> servers.database(fault, false));
      case BROKER_KILLED -> later(one, () -> servers.broker(fault, true));
      case BROKER_RESTARTED -> later(one, () -> servers.broker(fault, false));
      case DATABASE_CUT -> servers.cutDatabase();
      case BROKER_CUT -> servers.cutBroker();
      case DATABASE_SLOW -> later(one, servers::slowDatabase);
      case BROKER_SLOW -> later(one, servers::slowBroker);
      case REDRIVE -> later(many, () -> redrives.redrive(customers));
      case RELAY_GAVE_UP, RELAY_OUT_OF_TIME ->
          throw new IllegalArgumentException(fault + " comes by itself");
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private void later(ExecutorService executor, Work work) {
    underWay.add(
        executor.submit(
            () -> {
              work.run();
              return true;
            }));
  }

  /** One of the lanes that lease shards; a lane without any has nothing to lose. */
  private Lane working() throws Exception {
    await("a lane works", () -> lanes.stream().anyMatch(Lane::works));
    List<Lane> working = lanes.stream().filter(Lane::works).toList();
    return working.isEmpty() ? lanes.getFirst() : working.get(random.nextInt(working.size()));
  }

  private static void await(String expected, Callable<Boolean> happened) throws Exception {
    long end = System.nanoTime() + PATIENCE;
    while (!happened.call()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(expected + ": not within 2 minutes");
      }
      Thread.sleep(LOOK_MILLIS);
    }
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
        if (now - quietSince > (nothingOwed ? QUIET : PATIENCE)) {
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
    one.shutdownNow();
    many.shutdownNow();
    orders.close();
    lanes.forEach(Lane::close);
    redrives.close();
    consumer.close();
    watch.close();
  }
}
