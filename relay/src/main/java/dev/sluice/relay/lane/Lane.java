package dev.sluice.relay.lane;

import dev.sluice.relay.config.Mode;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Subscription;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** One run: lease, news, page, publish, settle, release. */
public final class Lane {

  private static final long LEAST_WAIT = Duration.ofNanos(100_000).toNanos();
  private static final long TICK = Duration.ofMillis(250).toNanos();

  private final RelayConfig config;
  private final Publishers publishers;
  private final LongSupplier nanoTime;
  private final Tasks tasks;
  private final HeldShards held;
  private final Listeners listeners;
  private final Destinations destinations;
  private final Reading reading;
  private final DeadLetters letters;
  private final Publishing publishing;
  private final Settling settling;
  private final Caution caution;
  private final Naming naming;
  private final boolean drain;
  private final ShardSet share;
  private final Leasing leasing;
  private Deadlines deadlines = Deadlines.NEVER;
  private String stopped = "";
  private boolean cutOff;

  /**
   * Since when nothing is under way. What was committed before may have nudged another lane, which
   * found every shard taken: a lane that drains looks once more.
   */
  private long settledAt = Long.MIN_VALUE;

  /**
   * @param peers the lanes of the same process
   */
  public Lane(
      RelayConfig config,
      Subscription subscription,
      Peers peers,
      EventLog reader,
      EventLog settler,
      Publishers publishers,
      LongSupplier nanoTime,
      RandomGenerator random,
      Invocation invocation,
      String owner) {
    this(
        config,
        subscription,
        peers,
        new Tasks(reader, settler),
        publishers,
        nanoTime,
        random,
        invocation,
        owner,
        BlockedKeys.MOST_OF_STREAM);
  }

  Lane(
      RelayConfig config,
      Subscription subscription,
      Peers peers,
      Tasks tasks,
      Publishers publishers,
      LongSupplier nanoTime,
      RandomGenerator random,
      Invocation invocation,
      String owner,
      int mostBlocked) {
    this.config = config;
    this.tasks = tasks;
    this.publishers = publishers;
    this.nanoTime = nanoTime;
    drain = invocation.drain() || config.mode() == Mode.DRAIN;
    share = invocation.share();
    held = new HeldShards(config.lease());
    Strands strands = new Strands(subscription::takes);
    BlockedKeys blocked = new BlockedKeys(mostBlocked, random);
    listeners = new Listeners(nanoTime);
    destinations = new Destinations(subscription, publishers, listeners);
    caution = new Caution(config.batch(), config.subscriptions().size());
    long publishNanos = config.publishTimeout().toNanos();
    leasing =
        new Leasing(
            config,
            invocation,
            owner,
            tasks,
            held,
            strands,
            blocked,
            destinations,
            caution,
            listeners,
            drain ? null : new Preparation(subscription, publishers, tasks));
    naming =
        new Naming(
            tasks, held, caution, peers, destinations, publishNanos, leasing::fenced, nanoTime);
    reading = new Reading(caution, tasks, held, strands, blocked, destinations);
    settling = new Settling(tasks, held, strands, blocked, leasing::fenced, listeners);
    letters =
        new DeadLetters(
            config, tasks, held, blocked, destinations, publishers, random, settling::add);
    publishing =
        new Publishing(
            caution,
            naming,
            publishNanos,
            tasks,
            held,
            blocked,
            destinations,
            publishers,
            settling::add,
            nanoTime,
            listeners,
            new Verdicts(blocked, destinations, letters, random));
  }

  /**
   * @param remaining how long the run may take
   */
  public LaneReport run(Duration remaining, RelayListener listener) {
    listeners.listen(listener);
    return run(remaining);
  }

  public LaneReport run(Duration remaining) {
    begin(Deadlines.of(config, nanoTime.getAsLong(), remaining));
    try (tasks) {
      while (working()) {
        tasks.await(step());
      }
      finish();
    }
    tasks.throwBug();
    long nanos = nanoTime.getAsLong() - deadlines.start();
    return LaneReport.of(settling, held, listeners, destinations, stopped, nanos);
  }

  /** Work was still under way when the time was up: connections and publishers must be closed. */
  public boolean cutOff() {
    return cutOff || tasks.running();
  }

  /** Of the payloads that were read and are not settled. */
  long bytes() {
    return destinations.bytes();
  }

  void begin(Deadlines until) {
    deadlines = until;
  }

  boolean working() {
    long now = nanoTime.getAsLong();
    if (stopped.isEmpty()) {
      stopped = reasonToStop(now);
      held.end(!stopped.isEmpty());
    }
    boolean settled = !settling.busy() && !settling.owesProgress();
    boolean quiet = settled && !publishing.busy() && !letters.busy() && !tasks.running();
    return (stopped.isEmpty() || !quiet) && now < deadlines.abandon() && !tasks.failed();
  }

  private String reasonToStop(long now) {
    if (now >= deadlines.lastPublish()) {
      return "deadline";
    }
    if (held.handsOver(share)) {
      return "handed over";
    }
    if (!drain) {
      return "";
    }
    if (!leasing.asked() && held.token() == null && held.askedOnce()) {
      return "no free shards";
    }
    if (!settled()) {
      settledAt = Long.MAX_VALUE;
      return "";
    }
    settledAt = Math.min(settledAt, now);
    boolean drained = reading.drained(now) && reading.looked(settledAt);
    return drained && !(caution.careful() && reading.idle(now)) ? "drained" : "";
  }

  private boolean settled() {
    return destinations.idle() && !settling.busy();
  }

  /** Starts what can be started, and answers how long to wait for a completion. */
  long step() {
    long now = nanoTime.getAsLong();
    boolean idle = settled() && reading.idle(now);
    leasing.start(now, stopped.isEmpty(), settled() && !reading.busy(), reading::wake);
    if (stopped.isEmpty()) {
      reading.start(now);
      publishing.start(now);
      if (!leasing.asked()) {
        naming.tidy(now, idle); // not what is being leased
      }
    }
    naming.rest(now);
    letters.start(now, !stopped.isEmpty());
    if (leasing.knowsAll()) {
      settling.start(
          now,
          !stopped
              .isEmpty()); // a progress without the shards that are being taken would hide theirs
    }
    long due = Math.min(held.nextDue(), reading.nextDue(now));
    return due <= now ? LEAST_WAIT : Math.clamp(due - now, LEAST_WAIT, TICK);
  }

  void finish() {
    long giveUp = deadlines.abandon() + TICK;
    cutOff = publishing.busy() || letters.busy() || tasks.running() || tasks.failed();
    if (publishing.busy() || letters.busy() || tasks.failed()) {
      publishers.close();
    }
    naming.leave();
    Long token = held.token();
    if (token == null || tasks.failed()) {
      return; // what failed may kill the next lane too: the lease runs out, and counts as a crash
    }
    leasing.release(token, giveUp, nanoTime);
  }
}
