package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Delivery;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lane relies on between two statements of the log. */
final class LaneDutiesIT {

  private static final Duration TTL = Duration.ofMinutes(1);
  private static final EventKey KEY = new EventKey("s", "k");

  private final DrainedDatabase drained = new DrainedDatabase();
  private final PostgresLog log = drained.database.log();

  @BeforeEach
  void append() {
    drained.append("s", "k");
  }

  @AfterEach
  void drop() {
    log.close();
    drained.close();
  }

  private Lease lease(long token, ShardSet known) {
    return log.lease(new LeaseRequest("lane", token, known, ShardSet.ALL, TTL, TTL));
  }

  private static ShardSet taken(Lease lease) {
    return lease.progress().stream().map(Progress::shards).reduce(ShardSet.NONE, ShardSet::with);
  }

  private static Settlement nothing(long token, ShardSet shards) {
    return new Settlement(token, 1, shards, List.of(), List.of(), List.of(Progress.none(shards)));
  }

  @Test
  void shardsOfALeaseWhoseAnswerWasLostAreLearntByTheNext() {
    long token =
        log.lease(new LeaseRequest("lane", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL)).token();
    ShardSet known = ShardSet.of(List.of(0, 1, 2));
    assertThat(taken(lease(token, known))).isEqualTo(ShardSet.ALL.without(known));
    assertThat(drained.database.rows("SELECT DISTINCT crashes FROM outbox.shard"))
        .containsExactly("0");
  }

  @Test
  void knownShardsAreNotTakenAgainWhileTheirLeaseHolds() {
    long token =
        log.lease(new LeaseRequest("lane", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL)).token();
    assertThat(taken(lease(token, ShardSet.ALL))).isEqualTo(ShardSet.NONE);
  }

  @Test
  void settleThatDoesNotKnowAllShardsOfItsTokenWritesNothing() {
    long token =
        log.lease(new LeaseRequest("lane", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL)).token();
    String rows = "SELECT count(*) FROM outbox.progress";
    assertThat(log.settle(nothing(token, ShardSet.of(3))).shards()).isEqualTo(ShardSet.ALL);
    assertThat(drained.database.rows(rows)).containsExactly("0");
    assertThat(log.settle(nothing(token, ShardSet.ALL)).shards()).isEqualTo(ShardSet.ALL);
    assertThat(drained.database.rows(rows)).containsExactly("1");
  }

  /**
   * The answer of a settle was lost, and before it comes again an operator redrives the event that
   * it delivered.
   */
  @Test
  void settleThatComesTwiceIsWrittenOnce() {
    drained.broker.answers(message -> new Retryable("BUSY", "this time"));
    drained.run("lane");
    drained.database.execute("UPDATE outbox.held SET next_retry_at = now()");
    long token =
        log.lease(new LeaseRequest("lane", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL)).token();
    LogEvent event = log.heads(new HeadRequest(List.of(KEY), 50, 1 << 20)).events().getFirst();
    Delivery delivery = new Delivery(event.slot(), "s", "d", List.of(event.seq()), List.of("r"));
    Settlement settlement =
        new Settlement(
            token,
            9,
            ShardSet.ALL,
            List.of(delivery),
            List.of(new Change.Released(event)),
            List.of(Progress.none(ShardSet.ALL)));
    drained.database.execute("CREATE TABLE public.before AS SELECT * FROM outbox.held");
    assertThat(log.settle(settlement).shards()).isEqualTo(ShardSet.ALL);
    assertThat(drained.held()).isEmpty();
    drained.database.execute("INSERT INTO outbox.held SELECT * FROM public.before");
    assertThat(log.settle(settlement).shards()).isEqualTo(ShardSet.ALL);
    assertThat(drained.held()).as("what was brought back").hasSize(1);
    assertThat(drained.database.rows("SELECT count(*) FROM outbox.delivery")).containsExactly("1");
  }

  @Test
  void headThatMustWaitIsNoFreeKey() {
    drained.broker.answers(message -> new Retryable("BUSY", "this time"));
    drained.run("lane");
    drained.database.execute("UPDATE outbox.held SET next_retry_at = now() + interval '1 h'");
    EventKey free = new EventKey("s", "free");
    HeldHeads heads = log.heads(new HeadRequest(List.of(KEY, free), 50, 1 << 20));
    assertThat(heads.events()).isEmpty();
    assertThat(heads.unread()).isEmpty();
    assertThat(heads.waits()).containsOnlyKeys(KEY);
    assertThat(heads.waits().get(KEY)).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(60));
  }

  @Test
  void leaseNamesTheShardsOfItsBlockedKeys() {
    drained.broker.answers(message -> new Retryable("BUSY", "this time"));
    drained.run("lane");
    Lease lease = log.lease(new LeaseRequest("lane", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    assertThat(lease.blocked())
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.key()).isEqualTo(KEY);
              assertThat(drained.database.rows("SELECT shard FROM outbox.event"))
                  .containsExactly(String.valueOf(held.shard()));
            });
  }
}
