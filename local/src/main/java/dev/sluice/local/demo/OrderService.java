package dev.sluice.local.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A small application under load: several threads place orders at a steady pace, each with its
 * event in one transaction, and some of the transactions roll back.
 */
final class OrderService implements AutoCloseable {

  static final int THREADS = 4;

  /** One transaction of so many rolls back. */
  static final int ROLLS_BACK = 20;

  private static final String NOTE = "gift wrapping, please; leave it with the neighbours";

  private final Shop shop;
  private final List<Place> places;
  private final AtomicInteger left;
  private final long nanosBetween;
  private final Map<String, Long> committedAt = new ConcurrentHashMap<>();
  private final Map<Place, Integer> appended = new ConcurrentHashMap<>();
  private final AtomicInteger rolledBack = new AtomicInteger();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

  OrderService(Shop shop, List<Place> places, int events, Duration duration) {
    this.shop = shop;
    this.places = List.copyOf(places);
    this.left = new AtomicInteger(events);
    double attempts = events * ROLLS_BACK / (ROLLS_BACK - 1.0);
    this.nanosBetween = (long) (duration.toNanos() * (double) THREADS / attempts);
  }

  void start() {
    work =
        CompletableFuture.allOf(
            IntStream.range(0, THREADS)
                .mapToObj(_ -> CompletableFuture.runAsync(this::work, OrderService::thread))
                .toArray(CompletableFuture<?>[]::new));
  }

  private static void thread(Runnable task) {
    Thread.ofPlatform().daemon().name("orders").start(task);
  }

  private void work() {
    try (Connection connection = shop.connect()) {
      long due = System.nanoTime();
      while (left.get() > 0 && !stopping.await(due - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        placeSome(connection);
        due += nanosBetween;
      }
    } catch (SQLException | InterruptedException e) {
      stopping.countDown();
      throw new IllegalStateException("the order service failed", e);
    }
  }

  private void placeSome(Connection connection) throws SQLException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String customer = "customer-" + (1 + random.nextInt(Shop.CUSTOMERS));
    Place place = placeOf(random.nextInt(places.stream().mapToInt(Place::share).sum()));
    if (random.nextInt(ROLLS_BACK) == 0) {
      shop.order(connection, place, customer, NOTE);
      connection.rollback();
      rolledBack.incrementAndGet();
    } else if (left.getAndDecrement() > 0) {
      var _ = place(connection, place, customer, NOTE);
    }
  }

  private Place placeOf(int lot) {
    int upTo = 0;
    for (Place place : places) {
      upTo += place.share();
      if (lot < upTo) {
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
    appended.merge(place, 1, Integer::sum);
    return id;
  }

  int appended(Place place) {
    return appended.getOrDefault(place, 0);
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
    return work.isDone();
  }

  void throwIfFailed() {
    if (work.isCompletedExceptionally()) {
      work.join();
    }
  }

  /** Returns when no order is being placed any more. */
  @Override
  public void close() {
    stopping.countDown();
    work.exceptionally(_ -> null).join();
  }
}
