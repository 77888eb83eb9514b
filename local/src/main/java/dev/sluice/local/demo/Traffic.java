package dev.sluice.local.demo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What comes in at the consumers, with the time that it took. */
final class Traffic {

  private static final long ON_THEIR_WAY = TimeUnit.SECONDS.toNanos(1);

  private final Receipts receipts = new Receipts();
  private final OrderService orders;
  private final Latencies latencies = new Latencies(System.nanoTime());
  private volatile Window calm = Window.NEVER;
  private final AtomicBoolean arrived = new AtomicBoolean();

  /** Of time on the monotonic clock. */
  private record Window(boolean begun, long from, boolean ended, long to) {
    static final Window NEVER = new Window(false, 0, false, 0);

    boolean holds(long time) {
      return begun && time - from >= 0 && (!ended || time - to < 0);
    }
  }

  Traffic(OrderService orders) {
    this.orders = orders;
  }

  void accept(Arrival arrival) {
    if (!receipts.add(arrival)) {
      return;
    }
    arrived.set(true);
    orders
        .committedAt(arrival.id())
        .ifPresent(
            committed ->
                latencies.add(
                    arrival.nanoTime(), arrival.nanoTime() - committed, !calm.holds(committed)));
  }

  boolean hasArrived() {
    return arrived.get();
  }

  /** From now on latencies are those of a system that has nothing to suffer. */
  void calmBegins() {
    calm = new Window(true, System.nanoTime(), false, 0);
  }

  /** What was committed just now may not arrive before the next misfortune. */
  void calmEnds() {
    calm = new Window(calm.begun, calm.from, true, System.nanoTime() - ON_THEIR_WAY);
  }

  Receipts receipts() {
    return receipts;
  }

  Latencies latencies() {
    return latencies;
  }
}
