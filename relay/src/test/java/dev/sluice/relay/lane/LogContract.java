package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Kept;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An outbox that is the same for PostgreSQL and for the simulation: what holds of the lane in
 * simulated schedules holds of the real one as far as both logs keep the same rules.
 */
interface LogContract {

  Duration TTL = Duration.ofSeconds(30);
  Duration GRACE = Duration.ofMinutes(2);
  long BYTES = 1 << 20;
  EventKey KEY = new EventKey("a", "k1");
  EventKey OTHER = new EventKey("a", "k2");

  /** A connection of a lane. */
  EventLog log();

  /** Begins a transaction of the application. */
  long begin();

  /** Answers with the number of the event. */
  long append(long transaction, EventKey key, int bytes);

  void commit(long transaction);

  void abort(long transaction);

  /** All that waits for a time waits so much less. */
  void pass(Duration time);

  /** An operator brings a dead event back. */
  void redrive(long seq);

  /** An operator pauses a stream and a destination. */
  void pause(String stream, String destination);

  /** All that was delivered. */
  List<Long> ledger();

  default long append(EventKey key) {
    long transaction = begin();
    long seq = append(transaction, key, 1);
    commit(transaction);
    return seq;
  }

  default Lease lease() {
    return log().lease(request(null, ShardSet.NONE));
  }

  static LeaseRequest request(@Nullable Long token, ShardSet barred) {
    return new LeaseRequest("lane", token, barred, ShardSet.ALL, GRACE, TTL);
  }

  /** The lease of a lane that is gone, and its time is over. */
  default Lease crash() {
    Lease lease = lease();
    pass(TTL.plusSeconds(1));
    return lease;
  }

  static ShardSet shards(Lease lease) {
    return lease.progress().stream().map(Progress::shards).reduce(ShardSet.NONE, ShardSet::with);
  }

  default News news() {
    return log().news(Map.of(Snapshot.NOTHING, ShardSet.ALL));
  }

  /** Of one stream, what committed until now. */
  default Page.Found page(String stream, int limit, long maxBytes) {
    Position window = new Position(Snapshot.NOTHING, news().now(), 0, 0);
    return page(new PageRequest.Wanted(stream, ShardSet.ALL, window, limit), maxBytes);
  }

  default Page.Found page(PageRequest.Wanted part, long maxBytes) {
    return log().page(new PageRequest(List.of(part), maxBytes)).parts().getFirst();
  }

  /** Reads the event. */
  default LogEvent read(EventKey key, long seq) {
    return page(key.stream(), 100, BYTES).events().stream()
        .filter(event -> event.seq() == seq)
        .findFirst()
        .orElseThrow();
  }

  static List<Long> seqs(List<LogEvent> events) {
    return events.stream().map(LogEvent::seq).toList();
  }

  static Delivery delivery(LogEvent event) {
    return new Delivery(
        event.slot(),
        event.message().stream(),
        "fake:one",
        new ArrayList<>(List.of(event.seq())),
        new ArrayList<>(Collections.nCopies(1, "-")));
  }

  default Kept settle(Lease lease, long number, List<Delivery> deliveries, Change... changes) {
    return log()
        .settle(
            new Settlement(
                lease.token(),
                number,
                shards(lease),
                deliveries,
                List.of(changes),
                lease.progress()));
  }

  /** Settled, because it is the lane's own. */
  default void hold(Lease lease, long number, Change... changes) {
    assertThat(settle(lease, number, List.of(), changes).shards()).isEqualTo(shards(lease));
  }
}
