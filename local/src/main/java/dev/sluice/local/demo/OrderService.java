package dev.sluice.local.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * A small application under load: several threads place orders at a steady pace, each with its
 * event in one transaction, and some of the transactions roll back.
 */
final class OrderService implements AutoCloseable {

  static final int THREADS = 4;

  /** One transaction of so many rolls back. */
  static final int ROLLS_BACK = 20;

  /** Before anything is published, orders come at a fraction of their pace. */
  private static final int SLOWER_AT_FIRST = 5;

  private static final String NOTE = "gift wrapping, please; leave it with the neighbours";

  private final Shop shop;
  private final List<Place> places;
  private final AtomicInteger left;
  private final long nanosBetween;
  private final CountDownLatch running = new CountDownLatch(THREADS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Map<String, Long> committedAt = new ConcurrentHashMap<>();
  private final Map<Place, AtomicInteger> appended = new ConcurrentHashMap<>();
  private final AtomicInteger rolledBack = new AtomicInteger();
  private volatile boolean atFullPace;
  private final CountDownLatch stopping = new CountDownLatch(1);

  OrderService(Shop shop, List<Place> places, int events, Duration duration) {
    this.shop = shop;
    this.places = List.copyOf(places);
    this.left = new AtomicInteger(events);
    double attempts = events * ROLLS_BACK / (ROLLS_BACK - 1.0);
    this.nanosBetween = (long) (duration.toNanos() * (double) THREADS / attempts);
    places.forEach(place -> appended.put(place, new AtomicInteger()));
  }

  void start() {
    IntStream.range(0, THREADS)
        .forEach(number -> Thread.ofPlatform().daemon().name("orders-" + number).start(this::work));
  }

  void goAtFullPace() {
    atFullPace = true;
  }

  private void work() {
    try (Connection connection = shop.connect()) {
      long due = System.nanoTime();
      while (!stops(due - System.nanoTime()) && left.get() > 0) {
        placeSome(connection);
        due += atFullPace ? nanosBetween : nanosBetween * SLOWER_AT_FIRST;
      }
    } catch (SQLException | RuntimeException e) {
      failure.compareAndSet(null, e);
    } finally {
      running.countDown();
    }
  }

  private boolean stops(long waitNanos) {
    try {
      return stopping.await(waitNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  private void placeSome(Connection connection) throws SQLException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String customer = "customer-" + (1 + random.nextInt(Shop.CUSTOMERS));
    Place place = placeOf(random.nextInt(100));
    if (random.nextInt(ROLLS_BACK) == 0) {
      shop.order(connection, place, customer, NOTE);
      connection.rollback();
      rolledBack.incrementAndGet();
    } else if (left.getAndDecrement() > 0) {
      var _ = place(connection, place, customer, NOTE);
    }
  }

  private Place placeOf(int percent) {
    int upTo = 0;
    for (Place place : places) {
      upTo += place.share();
      if (percent < upTo) {
        return place;
      }
    }
    return places.getLast();
  }

  /** One more order, now. Returns its event's id. */
  String place(Place place, String customer, String note) throws SQLException {
    try (Connection connection = shop.connect()) {
      return place(connection, place, customer, note);
    }
  }

  private String place(Connection connection, Place place, String customer, String note)
      throws SQLException {
    String id = shop.order(connection, place, customer, note);
    // Before the commit, for an event may arrive before its transaction's thread runs again.
    committedAt.put(id, System.nanoTime());
    connection.commit();
    counter(place).incrementAndGet();
    return id;
  }

  private AtomicInteger counter(Place place) {
    return appended.computeIfAbsent(place, _ -> new AtomicInteger());
  }

  int appended(Place place) {
    return counter(place).get();
  }

  int appended() {
    return places.stream().mapToInt(this::appended).sum();
  }

  int rolledBack() {
    return rolledBack.get();
  }

  Optional<Long> committedAt(String id) {
    return Optional.ofNullable(committedAt.get(id));
  }

  boolean finished() {
    return running.getCount() == 0;
  }

  void throwIfFailed() {
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("the order service failed", thrown);
    }
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      running.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
