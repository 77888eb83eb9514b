package dev.sluice.relay.ops.move;

import dev.sluice.relay.config.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The queue that holds a copy of every dead event. Nobody can ask a queue for a copy by its id, so
 * it is walked once, and what is stale by then is taken off, whoever left it there.
 */
@FunctionalInterface
public interface DeadLetterQueue {

  /** Nobody copies anything. */
  DeadLetterQueue NONE = (ignored, alsoIgnored) -> new Removal(0, true, "");

  /**
   * Called after a redrive or discard was committed: it never throws for what the queue says.
   *
   * @param stale for each copy in turn, whether it is; called by several threads
   * @param left how much time; nothing new is begun when there is none
   */
  Removal removeStale(Function<List<Copy>, List<Boolean>> stale, Supplier<Duration> left);

  /**
   * One message.
   *
   * @param seq the event's place when it died; 0 where the copy does not tell
   */
  record Copy(String subscription, UUID id, long seq, Instant sentAt) {

    public Copy(UUID id, long seq, Instant sentAt) {
      this(Subscription.MAIN, id, seq, sentAt);
    }
  }

  /**
   * @param complete false if there was no time for the whole queue
   * @param problem why copies may be left although there was time; the empty text if none are
   */
  record Removal(long removed, boolean complete, String problem) {}
}
