package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One connection to the simulated database; it is lost at times, before a statement or after it.
 */
final class SimulatedLog implements EventLog {

  private final SimulatedDatabase database;
  private final Random random;
  private final PlantedFault fault;
  private final int lossOneIn;

  SimulatedLog(SimulatedDatabase database, Random random, PlantedFault fault) {
    this(database, random, fault, 100);
  }

  /**
   * @param lossOneIn so many chances, two for each statement
   */
  private SimulatedLog(
      SimulatedDatabase database, Random random, PlantedFault fault, int lossOneIn) {
    this.database = database;
    this.random = random;
    this.fault = fault;
    this.lossOneIn = lossOneIn;
  }

  static SimulatedLog withoutLosses(SimulatedDatabase database, Random random) {
    return new SimulatedLog(database, random, PlantedFault.NONE, Integer.MAX_VALUE);
  }

  private <T> T statement(Supplier<T> work) {
    loseAtTimes();
    T result = work.get();
    loseAtTimes();
    return result;
  }

  private void loseAtTimes() {
    if (random.nextInt(lossOneIn) == 0) {
      throw new LogLostException("lost", new IllegalStateException("on purpose"));
    }
  }

  @Override
  public void prepare() {
    loseAtTimes();
  }

  @Override
  public Lease lease(LeaseRequest request) {
    LeaseRequest asked =
        new LeaseRequest(
            request.owner(),
            request.token(),
            fault == PlantedFault.STALE_RETAKE ? ShardSet.NONE : request.barred(),
            request.share(),
            request.grace(),
            ttl(request.ttl()),
            request.blocking(),
            request.asks());
    Lease lease =
        statement(
            () ->
                database.lease(
                    asked,
                    fault == PlantedFault.TAKES_WHAT_IT_ASKS_FOR,
                    fault != PlantedFault.LEASE_WITHOUT_PROGRESS,
                    fault == PlantedFault.CONDEMNS_AFTER_ONE_CRASH ? 1 : 2));
    return switch (fault) {
      case FORGETS_BLOCKED_KEYS -> with(lease, List.of());
      case FORGETS_STOPPED_KEYS -> with(lease, known(lease.blocked()));
      case NEW_TARGET_AT_TAKEOVER ->
          new Lease(
              lease.token(),
              lease.progress().stream().map(SimulatedLog::withoutTargets).toList(),
              lease.blocked(),
              lease.crashed(),
              lease.crashes());
      case FORGETS_SUSPECTS ->
          new Lease(
              lease.token(),
              lease.progress(),
              lease.blocked(),
              lease.crashed(),
              new Crashes(lease.crashes().most(), 0, Set.of(), Set.of()));
      default -> lease;
    };
  }

  private static Lease with(Lease lease, List<HeldKey> blocked) {
    return new Lease(lease.token(), lease.progress(), blocked, lease.crashed(), lease.crashes());
  }

  private List<HeldKey> known(List<HeldKey> blocked) {
    return fault == PlantedFault.FORGETS_STOPPED_KEYS
        ? blocked.stream().filter(key -> !key.stopped()).toList()
        : blocked;
  }

  private Duration ttl(Duration ttl) {
    return fault == PlantedFault.SENDS_WITHOUT_LEASE ? ttl.dividedBy(6) : ttl;
  }

  private static Progress withoutTargets(Progress progress) {
    Map<String, Position> lag = new TreeMap<>(progress.lag());
    lag.replaceAll((stream, at) -> at.inWindow() ? Position.at(at.since()).knowing(1) : at);
    return new Progress(progress.shards(), progress.news(), lag);
  }

  @Override
  public ShardSet renew(long token, Duration ttl) {
    return statement(() -> database.renew(token, ttl(ttl)));
  }

  @Override
  public void release(long token) {
    statement(
        () -> {
          database.shards.release(token, database.nanos());
          return true;
        });
  }

  @Override
  public ShardSet name(long token, Named named) {
    Named written =
        switch (fault) {
          case NAMES_NOTHING -> new Named(Map.of(), false, named.answered());
          case BLAMES_COMPANY -> new Named(named.seqs(), true, named.answered());
          default -> named;
        };
    return statement(() -> database.shards.name(token, written));
  }

  @Override
  public void clear(long token) {
    statement(
        () -> {
          if (fault != PlantedFault.CAREFUL_FOREVER) {
            database.shards.clear(token);
          }
          return true;
        });
  }

  @Override
  public News news(Map<Snapshot, ShardSet> since) {
    return statement(() -> database.news(since));
  }

  @Override
  public Page page(PageRequest request) {
    return statement(() -> database.page(request, fault == PlantedFault.MOVES_TARGET));
  }

  @Override
  public HeldHeads heads(HeadRequest request) {
    boolean behindDead = fault == PlantedFault.READS_BEHIND_DEAD;
    HeadRequest asked =
        behindDead
            ? new HeadRequest(request.keys(), request.limitOfKey(), request.maxBytes())
            : request;
    boolean inTurn = fault != PlantedFault.RETRIES_OUT_OF_TURN;
    return statement(() -> database.held.heads(asked, inTurn, random, database.nanos()));
  }

  @Override
  public List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking) {
    return statement(() -> known(database.held.blocked(shards, blocking, database.nanos())));
  }

  @Override
  public States states(long token) {
    return statement(
        () ->
            database.breakers.states(
                database.nanos(), database.held.changes(), database.shards.wanted(token)));
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return statement(() -> database.breakers.open(destination, database.nanos()));
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    return statement(() -> database.breakers.takeProbe(destination, ttl, database.nanos()));
  }

  @Override
  public void closeBreaker(String destination) {
    statement(
        () -> {
          database.breakers.close(destination);
          return true;
        });
  }

  @Override
  public Kept settle(Settlement settlement) {
    if (fault == PlantedFault.PROGRESS_BEFORE_SETTLE && random.nextInt(4) == 0) {
      database.write(settlement);
      throw new LogLostException("between", new IllegalStateException("on purpose"));
    }
    Settlement asked =
        fault == PlantedFault.DEAD_WITHOUT_COPY ? withoutCopies(settlement) : settlement;
    return statement(() -> database.settle(asked, fault != PlantedFault.NO_FENCE));
  }

  private static Settlement withoutCopies(Settlement settlement) {
    List<Change> changes =
        settlement.changes().stream()
            .map(
                change ->
                    change instanceof Change.Failed failed
                            && failed.reason().contains("dead-letter")
                        ? new Change.Dead(failed.event(), failed.failures(), "", "")
                        : change)
            .toList();
    return new Settlement(
        settlement.token(),
        settlement.number(),
        settlement.shards(),
        settlement.deliveries(),
        changes,
        settlement.progress());
  }

  @Override
  public void close() {}
}
