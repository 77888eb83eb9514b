package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.Named;
import dev.sluice.relay.lane.Settlement.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A rule that is broken on purpose, so that the simulation is known to find it. */
enum PlantedFault {
  NONE,
  /** A settle is written although a shard has another owner. */
  NO_FENCE,
  /** A settle that comes twice is written twice. */
  SETTLES_TWICE,
  /** A lease says nothing of the keys that have held events. */
  FORGETS_BLOCKED_KEYS,
  /** A lease and a reload say nothing of the keys whose first event is dead and blocks them. */
  FORGETS_STOPPED_KEYS,
  /** Held events are tried behind a dead one that blocks them. */
  READS_BEHIND_DEAD,
  /** An event is settled as dead although the dead-letter queue has not taken its copy. */
  DEAD_WITHOUT_COPY,
  /** Every page is read with the newest target. */
  MOVES_TARGET,
  /** A shard that is taken over in the middle of a window comes without its target. */
  NEW_TARGET_AT_TAKEOVER,
  /** Nothing is looked for that was inserted before the last news, by a clock that was set back. */
  TRUSTS_THE_CLOCK,
  /** A page is as large as its events are. */
  PAGES_WITHOUT_BOUND,
  /** The publisher goes on with a key behind a failure. */
  SENDS_BEHIND_FAILURE,
  /** The publisher says of what it has not sent that it is delivered. */
  DELIVERS_WHAT_IT_HAS_NOT_SENT,
  /** Held events are tried although an earlier one of their key waits for its retry. */
  RETRIES_OUT_OF_TURN,
  /** The progress is written before the rest of a settle. */
  PROGRESS_BEFORE_SETTLE,
  /** A lease leaves no progress of the new token. */
  LEASE_WITHOUT_PROGRESS,
  /** Leases end before their lane believes so. */
  SENDS_WITHOUT_LEASE,
  /** A successor does not wait until it is handed over. */
  TAKES_WHAT_IT_ASKS_FOR,
  /** A lane gets back a shard that another lane had, while it still has old events of it. */
  STALE_RETAKE,
  /** A probe that was taken is never free again. */
  PROBES_FOREVER,
  /** The end of an outage does not reach the database. */
  BREAKER_STAYS_OPEN,
  /** Lanes do not notice what operators change. */
  OVERLOOKS_OPERATORS,
  /** A careful lane writes no names. */
  NAMES_NOTHING,
  /** A lease says that owners crashed, and not what they had named. */
  FORGETS_SUSPECTS,
  /** The end of the careful mode does not reach the database. */
  CAREFUL_FOREVER,
  /** One crash with an event in flight alone is enough. */
  CONDEMNS_AFTER_ONE_CRASH,
  /** An event that was named with others counts as if it had been in flight alone. */
  BLAMES_COMPANY;

  LeaseRequest spoil(LeaseRequest request) {
    return new LeaseRequest(
        request.owner(),
        request.token(),
        this == STALE_RETAKE ? ShardSet.NONE : request.barred(),
        request.share(),
        request.grace(),
        spoil(request.ttl()),
        request.blocking(),
        request.asks());
  }

  Duration spoil(Duration lease) {
    return this == SENDS_WITHOUT_LEASE ? lease.dividedBy(6) : lease;
  }

  Lease spoil(Lease lease) {
    Crashes crashes = lease.crashes();
    return new Lease(
        lease.token(),
        this == NEW_TARGET_AT_TAKEOVER
            ? lease.progress().stream().map(PlantedFault::withoutTargets).toList()
            : lease.progress(),
        this == FORGETS_BLOCKED_KEYS ? List.of() : spoil(lease.blocked()),
        lease.crashed(),
        this == FORGETS_SUSPECTS ? new Crashes(crashes.most(), 0, Set.of(), Set.of()) : crashes);
  }

  private static Progress withoutTargets(Progress progress) {
    Map<String, Position> lag = new TreeMap<>(progress.lag());
    lag.replaceAll((stream, at) -> at.inWindow() ? Position.at(at.since()).knowing(1) : at);
    return new Progress(progress.shards(), progress.news(), lag);
  }

  List<HeldKey> spoil(List<HeldKey> blocked) {
    return this == FORGETS_STOPPED_KEYS
        ? blocked.stream().filter(key -> !key.stopped()).toList()
        : blocked;
  }

  Named spoil(Named named) {
    return new Named(
        this == NAMES_NOTHING ? Map.of() : named.seqs(),
        (this == BLAMES_COMPANY || named.alone()) && this != NAMES_NOTHING,
        named.answered());
  }

  HeadRequest spoil(HeadRequest request) {
    return this == READS_BEHIND_DEAD
        ? new HeadRequest(request.keys(), request.limitOfKey(), request.maxBytes())
        : request;
  }

  Settlement spoil(Settlement settlement) {
    return new Settlement(
        settlement.token(),
        settlement.number(),
        settlement.shards(),
        settlement.deliveries(),
        settlement.changes().stream().map(this::spoil).toList(),
        settlement.progress());
  }

  private Change spoil(Change change) {
    return this == DEAD_WITHOUT_COPY
            && change instanceof Change.Failed failed
            && failed.reason().contains("dead-letter")
        ? new Change.Dead(failed.event(), failed.failures(), "", "")
        : change;
  }
}
