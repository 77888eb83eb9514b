package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.Named;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** outbox.shard of the simulation: leases, and what crashes left behind. */
final class SimulatedShards {

  private static final class Shard {
    @Nullable String owner;
    long token;
    long until;
    int crashes;
    long answered;
    List<Long> trying = List.of();
    boolean alone;
    boolean wanted;
    List<Long> suspects = List.of();
    int suspectCrashes;
    final Set<Long> condemned = new HashSet<>();

    void crash(int condemning) {
      crashes++;
      answered = 0;
      if (!trying.isEmpty()) {
        boolean again = trying.equals(suspects);
        suspectCrashes = alone ? (again ? suspectCrashes : 0) + 1 : 0;
        suspects = trying;
        if (suspectCrashes >= condemning) {
          condemned.addAll(trying);
        }
      }
      trying = List.of();
    }

    void clear() {
      crashes = 0;
      answered = 0;
      trying = List.of();
      suspects = List.of();
      suspectCrashes = 0;
      condemned.clear();
    }
  }

  private record Robbed(long token, int shard) {}

  private final Shard[] shards = new Shard[ShardSet.COUNT];
  private final Set<Robbed> robbed = new HashSet<>();

  SimulatedShards() {
    Arrays.setAll(shards, i -> new Shard());
  }

  long token(int shard) {
    return shards[shard].token;
  }

  /** What carries the token without its lane's knowing belongs to a lease whose answer was lost. */
  boolean mayTake(int shard, LeaseRequest request, long now) {
    boolean ours = hasToken(shard, request.token());
    boolean expired = shards[shard].until < now;
    boolean free = expired || shards[shard].owner == null;
    boolean orphan = shards[shard].until < now - request.grace().toNanos();
    return request.barred().contains(shard)
        ? ours && expired
        : ours || (free && (request.share().contains(shard) || orphan));
  }

  /** Answers with what others lease. */
  ShardSet askFor(LeaseRequest request, long now) {
    ShardSet others =
        ShardSet.of(
            request.share().stream()
                .filter(i -> request.asks() && !mayTake(i, request, now))
                .filter(i -> !hasToken(i, request.token()))
                .boxed()
                .toList());
    others.stream().forEach(i -> shards[i].wanted = true);
    return others;
  }

  ShardSet wanted(long token) {
    return with(token, shard -> shard.wanted);
  }

  /** Leases end before their lanes believe so. */
  void takeAway(ShardSet some) {
    for (int i = 0; i < ShardSet.COUNT; i++) {
      if (some.contains(i)) {
        shards[i].until = Long.MIN_VALUE / 2;
        robbed.add(new Robbed(shards[i].token, i));
      }
    }
  }

  boolean isRobbed(long token, int shard) {
    return robbed.contains(new Robbed(token, shard));
  }

  /** Whether the lane with the token may send what is in the shard. */
  boolean isLeased(int shard, long token, long now) {
    Shard leased = shards[shard];
    return leased.owner != null && leased.token == token && leased.until >= now;
  }

  private boolean hasToken(int shard, @Nullable Long token) {
    return token != null && shards[shard].token == token;
  }

  ShardSet with(long token) {
    return with(token, shard -> true);
  }

  private ShardSet with(long token, Predicate<Shard> which) {
    int bits = 0;
    for (int i = 0; i < shards.length; i++) {
      bits |= hasToken(i, token) && which.test(shards[i]) ? 1 << i : 0;
    }
    return new ShardSet(bits);
  }

  private ShardSet owned(long token) {
    return with(token, shard -> shard.owner != null);
  }

  /** How many of them their owner had not released. */
  int crashed(ShardSet some, long token) {
    return (int)
        some.stream().filter(i -> shards[i].owner != null && shards[i].token != token).count();
  }

  /**
   * @param condemning so many crashes with one event in flight alone
   */
  Crashes take(ShardSet free, long token, String owner, long until, int condemning) {
    int most = 0;
    long answered = Long.MAX_VALUE;
    Set<Long> suspects = new HashSet<>();
    Set<Long> condemned = new HashSet<>();
    for (int i : free.stream().toArray()) {
      Shard shard = shards[i];
      if (shard.owner != null && shard.token != token) {
        shard.crash(condemning);
      }
      shard.owner = owner;
      shard.token = token;
      shard.until = until;
      shard.wanted = false;
      if (shard.crashes > 0) {
        most = Math.max(most, shard.crashes);
        answered = Math.min(answered, shard.answered);
        suspects.addAll(shard.suspects);
        condemned.addAll(shard.condemned);
      }
    }
    return most == 0 ? Crashes.NONE : new Crashes(most, answered, suspects, condemned);
  }

  ShardSet renew(long token, long until) {
    ShardSet mine = owned(token);
    mine.stream().forEach(i -> shards[i].until = until);
    robbed.removeIf(was -> was.token == token && mine.contains(was.shard));
    return mine;
  }

  ShardSet name(long token, Named named) {
    ShardSet mine = owned(token);
    mine.stream()
        .forEach(
            i -> {
              shards[i].trying = named.seqs().getOrDefault(i, List.of());
              shards[i].alone = named.alone();
              shards[i].answered += named.answered();
            });
    return mine;
  }

  void clear(long token) {
    owned(token).stream().forEach(i -> shards[i].clear());
  }

  void release(long token, long now) {
    with(token).stream()
        .forEach(
            i -> {
              shards[i].owner = null;
              shards[i].until = now;
              shards[i].trying = List.of();
            });
  }

  /** What owners have named. */
  Set<Long> named() {
    return Arrays.stream(shards)
        .flatMap(shard -> shard.trying.stream())
        .collect(Collectors.toSet());
  }

  /** Lanes are careful somewhere. */
  boolean crashed() {
    for (Shard shard : shards) {
      if (shard.crashes > 0) {
        return true;
      }
    }
    return false;
  }
}
