package dev.sluice.relay.lane;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which transactions had committed at a moment: PostgreSQL's pg_snapshot, and a bound in time.
 *
 * @param xmin every transaction before it had ended
 * @param xmax no transaction from here on had begun to write
 * @param running those between the two that were running
 * @param horizonMicros nothing that the snapshot does not see was inserted before this moment
 */
public record Snapshot(long xmin, long xmax, List<Long> running, long horizonMicros) {

  /** Sees no transaction at all. */
  public static final Snapshot NOTHING = new Snapshot(1, 1, List.of(), 0);

  public Snapshot {
    running = List.copyOf(running);
  }

  public static Snapshot parse(String text, long horizonMicros) {
    String[] parts = text.split(":", -1);
    List<Long> running =
        parts[2].isEmpty()
            ? List.of()
            : Arrays.stream(parts[2].split(",")).map(Long::parseLong).toList();
    return new Snapshot(Long.parseLong(parts[0]), Long.parseLong(parts[1]), running, horizonMicros);
  }

  Snapshot withHorizon(long micros) {
    return new Snapshot(xmin, xmax, running, micros);
  }

  public boolean sees(long transaction) {
    return transaction < xmax && !running.contains(transaction);
  }

  /** Both see the same transactions, whenever they were taken. */
  public boolean seesAsMuchAs(Snapshot other) {
    return xmin == other.xmin && xmax == other.xmax && running.equals(other.running);
  }

  /** As PostgreSQL writes it: xmin, xmax and what was running. */
  @Override
  public String toString() {
    return xmin
        + ":"
        + xmax
        + ":"
        + running.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
