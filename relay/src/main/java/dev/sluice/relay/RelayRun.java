package dev.sluice.relay;

import dev.sluice.relay.Outbox.LeaseRequest;
import dev.sluice.relay.config.Mode;
import java.time.Duration;
import java.util.List;

/** One invocation, from lease to release. */
final class RelayRun {

  private static final long LEAST_WAIT = Duration.ofMillis(1).toNanos();
  private static final long TICK = Duration.ofSeconds(1).toNanos();

  private final LaneState lane;
  private final Invocation invocation;
  private final String owner;
  private final Deadlines deadlines;
  private final SettleStage settle;
  private final DeadLetterStage deadLetters;
  private final PublishStage publish;
  private final ReadStage read;
  private final boolean drain;
  private boolean leasing;
  private boolean renewing;
  private boolean acquitting;
  private String stopped = "";

  RelayRun(LaneState lane, Invocation invocation, String owner, Deadlines deadlines) {
    this.lane = lane;
    this.invocation = invocation;
    this.owner = owner;
    this.deadlines = deadlines;
    this.settle = new SettleStage(lane);
    this.deadLetters = new DeadLetterStage(lane, settle);
    this.publish = new PublishStage(lane, deadLetters, settle);
    this.read = new ReadStage(lane, deadLetters);
    this.drain = invocation.drain() || lane.config.mode() == Mode.DRAIN;
  }

  private record Leased(Lease lease, List<OwedEvent> suspects) {}

  RelayReport run() {
    try {
      while (working()) {
        step();
      }
    } finally {
      finish();
    }
    lane.tasks.throwBug();
    return report();
  }

  private boolean working() {
    long now = lane.now();
    if (stopped.isEmpty()) {
      stopped = reasonToStop(now);
    }
    boolean quiet =
        !publish.publishing() && !deadLetters.busy() && !settle.busy() && !lane.tasks.running();
    return (stopped.isEmpty() || !quiet) && now < deadlines.abandon() && !lane.tasks.failed();
  }

  private String reasonToStop(long now) {
    if (now >= deadlines.lastPublish()) {
      return "deadline";
    }
    if (drain && !leasing && lane.leasehold.token() == null && lane.leasehold.askedOnce()) {
      return "no free shards";
    }
    boolean settled = !publish.publishing() && !deadLetters.busy() && !settle.busy();
    return drain && read.drained() && settled ? "drained" : "";
  }

  private void step() {
    long now = lane.now();
    maintainLease(now);
    if (stopped.isEmpty()) {
      read.start(now);
      publish.start(now);
    }
    deadLetters.start(now);
    settle.start(now);
    long due = Math.min(lane.leasehold.nextDue(), read.nextDue());
    lane.tasks.await(due <= now ? LEAST_WAIT : Math.clamp(due - now, LEAST_WAIT, TICK / 4));
  }

  private void maintainLease(long now) {
    Leasehold leasehold = lane.leasehold;
    if (!leasing && stopped.isEmpty() && leasehold.acquisitionDue(now)) {
      acquire(now);
    }
    Long token = leasehold.token();
    if (token == null) {
      return;
    }
    if (!renewing && leasehold.renewalDue(now)) {
      renew(token, now);
    }
    boolean passed =
        leasehold.passed(2 * lane.inFlight.limit()) || (leasehold.careful() && read.drained());
    if (passed && !acquitting) {
      acquit(token);
    }
  }

  private void acquire(long askedAt) {
    leasing = true;
    LeaseRequest request =
        new LeaseRequest(
            owner,
            lane.leasehold.token(),
            invocation.lane(),
            lane.config.lease(),
            lane.config.orphanGrace());
    lane.tasks.onSettler(
        outbox -> lease(outbox, request),
        leased -> {
          leasing = false;
          leased(leased, askedAt);
        },
        ignored -> {
          leasing = false;
          lane.leasehold.askLater(lane.now());
        });
  }

  private static Leased lease(Outbox outbox, LeaseRequest request) {
    Lease lease = outbox.lease(request);
    boolean blame =
        lease.shards().stream().anyMatch(s -> s.suspectCrashes() >= Leasehold.CRASHES_TO_CONVICT);
    return new Leased(
        lease, blame ? outbox.suspects(lease.token(), Leasehold.CRASHES_TO_CONVICT) : List.of());
  }

  private void leased(Leased leased, long askedAt) {
    lane.leasehold.leased(leased.lease, askedAt);
    lane.watch.leased(lane.leasehold.shards().size());
    int crashed = (int) leased.lease.shards().stream().filter(Lease.Held::newlyCrashed).count();
    if (crashed > 0) {
      lane.tally.crashes++;
      lane.watch.crashDetected(crashed);
    }
    leased.suspects.forEach(deadLetters::convict);
    if (!leased.lease.shards().isEmpty()) {
      lane.rewindAll();
      read.wake();
    }
  }

  private void renew(long token, long askedAt) {
    renewing = true;
    lane.tasks.onSettler(
        outbox -> outbox.renew(token, lane.config.lease()),
        shards -> {
          renewing = false;
          lane.leasehold.renewed(askedAt);
          lane.dropLost(shards);
        },
        ignored -> {
          renewing = false;
          lane.leasehold.askLater(lane.now());
        });
  }

  private void acquit(long token) {
    acquitting = true;
    lane.tasks.onSettler(
        outbox -> {
          outbox.acquit(token);
          return true;
        },
        ignored -> {
          acquitting = false;
          lane.leasehold.acquitted();
        },
        ignored -> acquitting = false);
  }

  /** Nothing may be in flight when the function returns: Lambda freezes the process. */
  private void finish() {
    if (publish.publishing() || lane.tasks.failed()) {
      lane.publishers.close();
    }
    Long token = lane.leasehold.token();
    if (token == null) {
      return;
    }
    boolean acquit = lane.leasehold.careful() && read.drained();
    boolean[] released = new boolean[1];
    lane.tasks.onSettler(
        outbox -> {
          if (acquit) {
            outbox.acquit(token);
          }
          outbox.release(token);
          return true;
        },
        ignored -> released[0] = true,
        ignored -> released[0] = true);
    long giveUp = deadlines.abandon() + TICK;
    while (!released[0] && lane.now() < giveUp) {
      lane.tasks.await(TICK / 10);
    }
  }

  private RelayReport report() {
    LaneState.Tally tally = lane.tally;
    return new RelayReport(
        tally.published,
        tally.failed,
        tally.dead,
        tally.putBack,
        tally.batches,
        lane.leasehold.mostShards(),
        tally.crashes,
        tally.lostShards,
        (int) lane.outlets.values().stream().filter(Outlet::open).count(),
        (int) lane.streams.values().stream().filter(stream -> stream.route == null).count(),
        stopped.isEmpty() ? "deadline" : stopped,
        (lane.now() - deadlines.start()) / 1_000_000);
  }
}
