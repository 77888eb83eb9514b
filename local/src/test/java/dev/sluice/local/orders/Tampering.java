package dev.sluice.local.orders;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The demo's controls: transports that are at fault, once. The ledger must find each of them. */
public final class Tampering {

  /** After so many events, so that it hits something in full flow; a copy of one proves nothing. */
  private static final int SPARED = 200;

  private Tampering() {}

  public static Consumer<Arrival> drop(Consumer<Arrival> sink) {
    return new Drop(sink);
  }

  public static Consumer<Arrival> swap(Consumer<Arrival> sink) {
    return new Swap(sink);
  }

  public static Consumer<Arrival> ghost(Consumer<Arrival> sink) {
    return new Ghost(sink);
  }

  /** One event never arrives, however often it is sent. */
  private static final class Drop implements Consumer<Arrival> {
    private final Consumer<Arrival> sink;
    private final Set<String> seen = new HashSet<>();
    private String dropped = "";

    Drop(Consumer<Arrival> sink) {
      this.sink = sink;
    }

    @Override
    public synchronized void accept(Arrival arrival) {
      if (seen.add(arrival.id()) && seen.size() == SPARED) {
        dropped = arrival.id();
      }
      if (!arrival.id().equals(dropped)) {
        sink.accept(arrival);
      }
    }
  }

  /** Two events of one key change places. */
  private static final class Swap implements Consumer<Arrival> {
    private final Consumer<Arrival> sink;
    private final Set<String> seen = new HashSet<>();
    private @Nullable Arrival held;
    private boolean swapped;

    Swap(Consumer<Arrival> sink) {
      this.sink = sink;
    }

    @Override
    public synchronized void accept(Arrival arrival) {
      Arrival earlier = held;
      boolean first = seen.add(arrival.id());
      if (earlier == null && first && seen.size() >= SPARED && arrival.place().ordered()) {
        held = arrival;
      } else if (swapped || earlier == null || !earlier.key().equals(arrival.key())) {
        sink.accept(arrival);
      } else if (arrival.number() > earlier.number()) {
        // Not a copy of what is held, or of what came before it.
        swapped = true;
        sink.accept(arrival);
        sink.accept(earlier);
      }
    }
  }

  /** An event arrives that nobody committed. */
  private static final class Ghost implements Consumer<Arrival> {
    private final Consumer<Arrival> sink;
    private int seen;

    Ghost(Consumer<Arrival> sink) {
      this.sink = sink;
    }

    @Override
    public synchronized void accept(Arrival arrival) {
      sink.accept(arrival);
      if (++seen == SPARED) {
        sink.accept(
            new Arrival(arrival.place(), "nobody's", "nobody's/key", 1, arrival.nanoTime(), 0));
      }
    }
  }
}
