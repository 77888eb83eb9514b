package dev.sluice.relay.testing;

import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.ops.move.DeadLetterQueue.Copy;
import dev.sluice.relay.ops.move.DeadLetterQueue.Removal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** A dead-letter queue in memory, which hands out one batch after the other. */
public final class ListedLetters implements DeadLetterQueue {

  private static final int BATCH = 100;

  private final List<Copy> copies = new ArrayList<>();
  private int walks;

  /** A copy of everything that is dead now. */
  public ListedLetters fill(TestDatabase database) {
    Instant now = Instant.now();
    for (String row :
        database.rows("SELECT id, seq FROM outbox.held WHERE status = 'DEAD' ORDER BY seq")) {
      int bar = row.indexOf('|');
      copies.add(
          new Copy(
              UUID.fromString(row.substring(0, bar)), Long.parseLong(row.substring(bar + 1)), now));
    }
    return this;
  }

  public void add(Copy copy) {
    copies.add(copy);
  }

  @Override
  public Removal removeStale(Function<List<Copy>, List<Boolean>> stale, Supplier<Duration> left) {
    walks++;
    List<Copy> kept = new ArrayList<>();
    for (int from = 0; from < copies.size(); from += BATCH) {
      List<Copy> batch = copies.subList(from, Math.min(copies.size(), from + BATCH));
      List<Boolean> verdicts = stale.apply(batch);
      for (int i = 0; i < batch.size(); i++) {
        if (!verdicts.get(i)) {
          kept.add(batch.get(i));
        }
      }
    }
    int removed = copies.size() - kept.size();
    copies.clear();
    copies.addAll(kept);
    return new Removal(removed, left.get().isPositive(), "");
  }

  public List<Copy> copies() {
    return List.copyOf(copies);
  }

  public int walks() {
    return walks;
  }
}
