package dev.sluice.local.orders;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A small application under load: several threads place orders at a steady pace, each with its
 * event in one transaction, and some of the transactions roll back. A database that is away makes
 * them late.
 */
public final class OrderService implements AutoCloseable {

  public static final int THREADS = 4;

  /** One transaction of so many rolls back. */
  public static final int ROLLS_BACK = 20;

  private static final String NOTE = "gift wrapping, please; leave it with the neighbours";
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);
  private static final int PAUSE_MILLIS = 100;

  /**
   * How much is ordered.
   *
   * @param inOneTransaction orders of a customer at once, at the most
   */
  public record Load(int events, Duration duration, int customers, int inOneTransaction) {
    private long nanosBetween() {
      double attempts = events * 2.0 / (1 + inOneTransaction) * ROLLS_BACK / (ROLLS_BACK - 1.0);
      return (long) (duration.toNanos() * (double) THREADS / attempts);
    }
  }

  private final Shop shop;
  private final List<Place> places;
  private final Load load;
  private final Consumer<String> placed;
  private final AtomicInteger left;
  private final Map<Place, Integer> appended = new ConcurrentHashMap<>();
  private final AtomicInteger rolledBack = new AtomicInteger();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

  /**
   * @param placed learns an event's id before its transaction is committed
   */
  public OrderService(Shop shop, List<Place> places, Load load, Consumer<String> placed) {
    this.shop = shop;
    this.places = List.copyOf(places);
    this.load = load;
    this.placed = placed;
    this.left = new AtomicInteger(load.events());
  }

  public void start() {
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
    long[] due = {System.nanoTime()};
    long lost = 0;
    try {
      while (left.get() > 0 && stopping.getCount() > 0) {
        try (Connection connection = shop.connect()) {
          lost = 0;
          work(connection, due);
        } catch (SQLException e) {
          lost = lost == 0 ? System.nanoTime() : lost;
          if (System.nanoTime() - lost > PATIENCE || !isAway(e)) {
            throw new IllegalStateException("the order service failed", e);
          }
          stopping.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException | IllegalStateException e) {
      stopping.countDown();
      throw new IllegalStateException("the order service failed", e);
    }
  }

  /** Classes 08 and 57: the connection broke, or the server is stopping or starting. */
  private static boolean isAway(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || state.startsWith("57");
  }

  private void work(Connection connection, long[] due) throws SQLException, InterruptedException {
    while (left.get() > 0 && !stopping.await(due[0] - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      placeSome(connection);
      due[0] += load.nanosBetween();
    }
  }

  private void placeSome(Connection connection) throws SQLException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String customer = "customer-" + (1 + random.nextInt(load.customers()));
    Place place = placeOf(random.nextInt(places.stream().mapToInt(Place::share).sum()));
    int wanted = 1 + random.nextInt(load.inOneTransaction());
    if (random.nextInt(ROLLS_BACK) == 0) {
      shop.order(connection, place, customer, wanted, NOTE);
      connection.rollback();
      rolledBack.addAndGet(wanted);
    } else {
      int count = Math.min(wanted, left.getAndAdd(-wanted));
      if (count > 0) {
        var _ = place(connection, place, customer, count, NOTE);
      }
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
  public String place(Place place, String customer, String note) throws SQLException {
    try (Connection connection = shop.connect()) {
      return place(connection, place, customer, 1, note).getFirst();
    }
  }

  private List<String> place(
      Connection connection, Place place, String customer, int count, String note)
      throws SQLException {
    List<String> ids = shop.order(connection, place, customer, count, note);
    // Before the commit, for an event may arrive before its transaction's thread runs again.
    ids.forEach(placed);
    connection.commit();
    appended.merge(place, count, Integer::sum);
    return ids;
  }

  /** Whose commits were acknowledged. */
  public int appended(Place place) {
    return appended.getOrDefault(place, 0);
  }

  public int appended() {
    return places.stream().mapToInt(this::appended).sum();
  }

  public int rolledBack() {
    return rolledBack.get();
  }

  public boolean finished() {
    return work.isDone();
  }

  public void throwIfFailed() {
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
