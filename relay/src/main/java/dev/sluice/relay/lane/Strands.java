package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.News.Fresh;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Where the lane is in every shard and stream. A stream without a strand is at the news. */
final class Strands {

  private final Map<Integer, Snapshot> news = new HashMap<>();
  private final Map<String, List<Strand>> byStream = new LinkedHashMap<>();
  private final Horizon horizon = new Horizon();
  private final Predicate<String> takes;
  private @Nullable Snapshot target;
  private boolean passedOver;

  /**
   * @param takes whether a stream's new events are the lane's; of a stream that it lags behind in
   *     they are in any case
   */
  Strands(Predicate<String> takes) {
    this.takes = takes;
  }

  /** Shards that are known already were never lost, and stand where this lane knows them. */
  void take(List<Progress> taken) {
    ShardSet known = ShardSet.of(news.keySet());
    for (Progress progress : taken) {
      ShardSet shards = progress.shards().without(known);
      shards.stream().forEach(shard -> news.put(shard, progress.news()));
      if (!shards.isEmpty()) {
        target = null; // their last owner's news may be newer than ours
        progress.lag().forEach((stream, at) -> add(new Strand(stream, shards, at)));
      }
    }
  }

  void lose(ShardSet lost) {
    lost.stream().forEach(news::remove);
    byStream.values().forEach(strands -> strands.forEach(strand -> strand.lose(lost)));
    byStream.values().forEach(strands -> strands.removeIf(strand -> strand.shards().isEmpty()));
    byStream.values().removeIf(List::isEmpty);
  }

  private void add(Strand strand) {
    byStream.computeIfAbsent(strand.stream, name -> new ArrayList<>(1)).add(strand);
  }

  /** What the next news is asked for. */
  Map<Snapshot, ShardSet> since() {
    Map<Snapshot, ShardSet> since = new LinkedHashMap<>();
    news.forEach((shard, at) -> since.merge(at, ShardSet.of(shard), ShardSet::with));
    return since;
  }

  /**
   * Answers whether there was something new for this lane.
   *
   * @param asked what the news was asked for; shards that came since are not part of it
   */
  boolean learn(Map<Snapshot, ShardSet> asked, News latest) {
    long floor = asked.keySet().stream().mapToLong(Snapshot::horizonMicros).min().orElse(0);
    Snapshot now = horizon.place(latest.now(), floor);
    List<Fresh> ours = latest.fresh().stream().filter(this::isOurs).toList();
    ours.forEach(this::learn);
    passedOver |= ours.size() < latest.fresh().size();
    ShardSet learned = asked.values().stream().reduce(ShardSet.NONE, ShardSet::with);
    news.replaceAll((shard, before) -> learned.contains(shard) ? now : before);
    target = ShardSet.of(news.keySet()).without(learned).isEmpty() ? now : null;
    return !ours.isEmpty();
  }

  private boolean isOurs(Fresh fresh) {
    return byStream.containsKey(fresh.stream()) || takes.test(fresh.stream());
  }

  /**
   * Events of others were passed over since the last progress: the next owner need not look at them
   * again.
   */
  boolean passedOver() {
    return passedOver;
  }

  private void learn(Fresh fresh) {
    ShardSet unknown = fresh.shards();
    for (Strand strand : byStream.getOrDefault(fresh.stream(), List.of())) {
      if (!strand.shards().and(fresh.shards()).isEmpty()) {
        strand.news(fresh.first(), fresh.count());
      }
      unknown = unknown.without(strand.shards());
    }
    if (!takes.test(fresh.stream())) {
      return; // it lags in other shards
    }
    Map<Snapshot, ShardSet> added = new LinkedHashMap<>();
    unknown.stream()
        .filter(news::containsKey)
        .forEach(shard -> added.merge(news.get(shard), ShardSet.of(shard), ShardSet::with));
    added.forEach(
        (at, shards) -> {
          Strand strand = new Strand(fresh.stream(), shards, Position.at(at));
          strand.news(fresh.first(), fresh.count());
          add(strand);
        });
  }

  /** Those with an open window, and those that may open one: in the order of their turns. */
  List<Strand> readable() {
    return byStream.values().stream()
        .flatMap(List::stream)
        .filter(strand -> strand.readable() && (target != null || !strand.mayOpen()))
        .toList();
  }

  /** The last news was of all shards. */
  boolean upToDate() {
    return target != null;
  }

  boolean isEmpty() {
    return byStream.isEmpty();
  }

  /** A window stays open until it is exhausted; the next one gets the newest target. */
  Position window(Strand strand) {
    if (strand.mayOpen()) {
      strand.open(Objects.requireNonNull(target));
    }
    return strand.read();
  }

  /** The stream's turn is over. */
  void toTheEnd(String stream) {
    List<Strand> strands = byStream.remove(stream);
    if (strands != null) {
      byStream.put(stream, strands);
    }
  }

  /** Forgets the strands that are at the news, and joins those that have met. */
  void tidy(String stream) {
    List<Strand> strands = byStream.getOrDefault(stream, new ArrayList<>());
    strands.removeIf(Strand::idle);
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.get(i);
      List<Strand> met =
          strands.subList(i + 1, strands.size()).stream().filter(strand::standsBeside).toList();
      met.forEach(strand::absorb);
      strands.removeAll(met);
    }
    if (strands.isEmpty()) {
      byStream.remove(stream);
    }
  }

  /** Shards that stand alike in everything share one entry. */
  List<Progress> progress() {
    passedOver = false;
    Map<Progress, ShardSet> alike = new LinkedHashMap<>();
    news.forEach(
        (shard, at) ->
            alike.merge(
                new Progress(ShardSet.NONE, at, lag(shard)), ShardSet.of(shard), ShardSet::with));
    List<Progress> all = new ArrayList<>();
    alike.forEach((place, shards) -> all.add(new Progress(shards, place.news(), place.lag())));
    return all;
  }

  private Map<String, Position> lag(int shard) {
    Map<String, Position> lag = new HashMap<>();
    byStream.forEach(
        (stream, strands) ->
            strands.stream()
                .filter(strand -> strand.shards().contains(shard) && !strand.idle())
                .forEach(strand -> lag.put(stream, strand.settled())));
    return lag;
  }
}
