package dev.sluice.relay;

import dev.sluice.relay.Outbox.Open;
import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.Outbox.Snapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Where events may still appear behind the place up to which a lane has read: a transaction that
 * was under way then commits, and what it appended has lower sequence numbers than what was read.
 *
 * <p>A transaction draws its sequence numbers after its id. So whichever got its id after a number
 * was drawn appends behind that number, and when it commits, reading on from there brings all of
 * it. A transaction that stays open holds nothing up: only its end sends the next read back.
 */
final class OpenTransactions {

  /** The first id that was still to be given out when all numbers up to the value were drawn. */
  private final TreeMap<Long, Long> drawn = new TreeMap<>();

  private Set<Long> running = Set.of();
  private long unfinished;
  private long lastDrawn;

  /** No transaction of which nothing was seen yet appends at or before this place. */
  long placeOfUnseen() {
    return place(unfinished);
  }

  /** Those that were seen under way, each with the place behind which it appends. */
  List<Open> seen() {
    return running.stream().map(id -> new Open(id, place(id))).toList();
  }

  /** Before it, such a read brings nothing. */
  long earliest(List<Share> shares) {
    LongStream places = shares.stream().mapToLong(Share::after);
    return LongStream.concat(places, running.stream().mapToLong(this::place)).min().orElse(0);
  }

  /**
   * What a read saw just before it looked at the events.
   *
   * @return the place behind which something may have appeared since the last such snapshot
   */
  long learn(Snapshot snapshot) {
    long place =
        running.stream()
            .filter(snapshot::ended)
            .mapToLong(this::place)
            .reduce(placeOfUnseen(), Math::min);
    // Drawn by the end of the read before, and so certainly before this id was found to be the
    // next.
    drawn.put(snapshot.next(), lastDrawn);
    lastDrawn = snapshot.lastDrawn();
    running = snapshot.running();
    unfinished = snapshot.unfinished();
    forget();
    return place;
  }

  private long place(long id) {
    Map.Entry<Long, Long> before = drawn.floorEntry(id);
    return before == null ? 0 : before.getValue();
  }

  /** Of the past, only what a transaction under way can still ask for. */
  private void forget() {
    Set<Long> wanted = new HashSet<>();
    running.forEach(id -> wanted.add(drawn.floorKey(id)));
    wanted.add(drawn.floorKey(unfinished));
    drawn.headMap(unfinished, true).keySet().retainAll(wanted);
  }
}
