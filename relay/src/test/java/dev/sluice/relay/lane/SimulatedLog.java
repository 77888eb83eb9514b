package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the simulated database. It is lost at times: before a statement, after it, or
 * while the server still has to run it.
 */
final class SimulatedLog implements EventLog {

  private static final long LATEST = Duration.ofSeconds(2).toNanos();

  /** A lane waits for a second before it names again, so that no older names replace later ones. */
  private static final long LATEST_NAMES = Duration.ofMillis(900).toNanos();

  private final SimulatedDatabase database;
  private final RandomGenerator random;
  private final PlantedFault fault;
  private final int lossOneIn;
  private final Trace trace;
  private final String lane;

  /** Of the last lease that brought shards; 0 before. */
  private long token;

  SimulatedLog(
      SimulatedDatabase database,
      RandomGenerator random,
      PlantedFault fault,
      String lane,
      Trace trace) {
    this(database, random, fault, 100, lane, trace);
  }

  /**
   * @param lossOneIn so many chances, two for each statement
   */
  private SimulatedLog(
      SimulatedDatabase database,
      RandomGenerator random,
      PlantedFault fault,
      int lossOneIn,
      String lane,
      Trace trace) {
    this.database = database;
    this.random = random;
    this.fault = fault;
    this.lossOneIn = lossOneIn;
    this.lane = lane;
    this.trace = trace;
  }

  static SimulatedLog withoutLosses(SimulatedDatabase database, RandomGenerator random) {
    return new SimulatedLog(
        database, random, PlantedFault.NONE, Integer.MAX_VALUE, "lane", Trace.NONE);
  }

  long token() {
    return token;
  }

  private <T> T statement(String name, @Nullable Object what, Supplier<T> work) {
    if (random.nextInt(lossOneIn) == 0) {
      boolean late = random.nextInt(3) == 0;
      if (late) {
        database.later(random.nextLong(name.equals("name") ? LATEST_NAMES : LATEST), work);
      }
      throw lost(name, what, late ? "lost, and runs later" : "lost before");
    }
    T result = work.get();
    if (random.nextInt(lossOneIn) == 0) {
      throw lost(name, what, "lost after");
    }
    trace.add(lane, name, what, result);
    return result;
  }

  private void command(String name, @Nullable Object what, Runnable work) {
    statement(
        name,
        what,
        () -> {
          work.run();
          return true;
        });
  }

  private LogLostException lost(String name, @Nullable Object what, String how) {
    trace.add(lane, name, what, how);
    return new LogLostException(how, new IllegalStateException("on purpose"));
  }

  @Override
  public void prepare() {
    command("prepare", null, () -> {});
  }

  @Override
  public Lease lease(LeaseRequest request) {
    LeaseRequest asked = fault.spoil(request);
    Lease lease = statement("lease", asked.token(), () -> database.lease(asked));
    if (!lease.progress().isEmpty()) {
      token = lease.token();
    }
    return fault.spoil(lease);
  }

  @Override
  public ShardSet renew(long token, Duration ttl) {
    return statement(
        "renew",
        token,
        () -> database.shards.renew(token, database.now() + fault.spoil(ttl).toNanos()));
  }

  @Override
  public void release(long token) {
    command("release", token, () -> database.shards.release(token, database.now()));
  }

  @Override
  public ShardSet name(long token, Named named) {
    Named written = fault.spoil(named);
    return statement("name", written, () -> database.shards.name(token, written));
  }

  @Override
  public void clear(long token) {
    boolean forgotten = fault == PlantedFault.CAREFUL_FOREVER;
    command("clear", token, () -> database.shards.clear(forgotten ? -1 : token));
  }

  @Override
  public News news(Map<Snapshot, ShardSet> since) {
    return statement("news", since, () -> database.news(since));
  }

  @Override
  public Page page(PageRequest request) {
    return statement("page", request, () -> database.page(request));
  }

  @Override
  public HeldHeads heads(HeadRequest request) {
    HeadRequest asked = fault.spoil(request);
    return statement("heads", asked, () -> database.heads(asked));
  }

  @Override
  public List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking) {
    return fault.spoil(
        statement(
            "blocked", shards, () -> database.held.blocked(shards, blocking, database.now())));
  }

  @Override
  public States states(long token) {
    return statement("states", token, () -> database.states(token));
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return statement(
        "open", destination, () -> database.states.openBreaker(destination, database.now()));
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    Duration asked = fault == PlantedFault.PROBES_FOREVER ? Duration.ofDays(1) : ttl;
    return statement(
        "probe", destination, () -> database.states.takeProbe(destination, asked, database.now()));
  }

  @Override
  public void closeBreaker(String destination) {
    boolean forgotten = fault == PlantedFault.BREAKER_STAYS_OPEN;
    command("close", destination, () -> database.states.closeBreaker(forgotten ? "" : destination));
  }

  @Override
  public Kept settle(Settlement settlement) {
    if (fault == PlantedFault.PROGRESS_BEFORE_SETTLE && random.nextInt(4) == 0) {
      database.writeProgress(settlement);
      throw lost("settle", settlement, "between");
    }
    Settlement asked = fault.spoil(settlement);
    return statement("settle", asked, () -> database.settle(asked));
  }

  @Override
  public void close() {}
}
