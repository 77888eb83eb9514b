package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.Settlement.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A lane without threads and without a broker: each step is one statement on the real log, so that
 * a test may put anything between two of them.
 */
final class StepwiseLane {

  private static final Duration TTL = Duration.ofHours(1);

  private final EventLog log;
  private final Random random;
  private final boolean movesTargets;
  private Strands strands = new Strands(stream -> true);
  private Snapshot newest = Snapshot.NOTHING;
  private ShardSet shards = ShardSet.NONE;
  private @Nullable Long token;
  private long settles;
  private final Deque<Batch> read = new ArrayDeque<>();

  /**
   * @param movesTargets a fault on purpose: every page is read with the newest target
   */
  StepwiseLane(EventLog log, Random random, boolean movesTargets) {
    this.log = log;
    this.random = random;
    this.movesTargets = movesTargets;
  }

  /** As if the process had been killed: nothing is released. */
  void forget() {
    strands = new Strands(stream -> true);
    shards = ShardSet.NONE;
    token = null;
    read.clear();
  }

  void lease() {
    Lease lease = log.lease(new LeaseRequest("test", token, shards, ShardSet.ALL, TTL, TTL));
    if (!lease.progress().isEmpty()) {
      token = lease.token();
      strands.take(lease.progress());
      lease.progress().forEach(progress -> shards = shards.with(progress.shards()));
    }
  }

  ShardSet shards() {
    return shards;
  }

  void step() {
    int choice = random.nextInt(10);
    if (token == null || choice == 0) {
      lease();
    } else if (choice < 4) {
      learn();
    } else if (choice < 8) {
      page();
    } else {
      settle();
    }
  }

  private void learn() {
    Map<Snapshot, ShardSet> since = strands.since();
    News news = log.news(since);
    newest = news.now();
    strands.learn(since, news);
  }

  boolean page() {
    List<Strand> readable = strands.readable();
    if (readable.isEmpty()) {
      return false;
    }
    List<PageRequest.Wanted> wanted =
        readable.stream()
            .map(
                strand ->
                    new PageRequest.Wanted(
                        strand.stream, strand.shards(), place(strand), 1 + random.nextInt(4)))
            .toList();
    Page page = log.page(new PageRequest(wanted, 1 << 20));
    for (int i = 0; i < readable.size(); i++) {
      read.add(readable.get(i).advance(page.parts().get(i)));
    }
    return true;
  }

  private Position place(Strand strand) {
    Position place = strands.window(strand);
    return movesTargets ? new Position(place.since(), newest, place.seq(), place.next()) : place;
  }

  /** Delivers some of what was read, in its order. */
  boolean settle() {
    Map<String, Delivery> deliveries = new LinkedHashMap<>();
    List<Batch> settled = new ArrayList<>();
    int count = random.nextInt(read.size() + 1);
    for (int i = 0; i < count; i++) {
      Batch batch = read.remove();
      settled.add(batch);
      batch.strand().settle(batch);
      for (LogEvent event : batch.events()) {
        Delivery delivery =
            deliveries.computeIfAbsent(
                event.message().stream() + event.slot(),
                place ->
                    new Delivery(
                        event.slot(),
                        event.message().stream(),
                        "test:",
                        new ArrayList<>(),
                        new ArrayList<>()));
        delivery.seqs().add(event.seq());
        delivery.receipts().add("-");
      }
    }
    Settlement settlement =
        new Settlement(
            Objects.requireNonNull(token),
            ++settles,
            shards,
            List.copyOf(deliveries.values()),
            List.of(),
            strands.progress());
    boolean written = log.settle(settlement).shards().equals(shards);
    if (written) {
      settled.forEach(batch -> strands.tidy(batch.strand().stream));
    } else {
      forget(); // a real lane keeps what it has left; this one starts over
    }
    return written;
  }

  /** Until nothing is new. */
  void drain() {
    lease();
    do {
      learn();
      while (page()) {
        settleAll();
      }
      settleAll();
    } while (!strands.isEmpty());
  }

  private void settleAll() {
    while (!read.isEmpty()) {
      settle();
    }
  }
}
