package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** How lanes read the simulated log. */
final class SimulatedWindows {

  private final SimulatedApplication application;
  private final PlantedFault fault;

  SimulatedWindows(SimulatedApplication application, PlantedFault fault) {
    this.application = application;
    this.fault = fault;
  }

  News news(Map<Snapshot, ShardSet> since) {
    Snapshot now = application.snapshot();
    List<News.Fresh> fresh = new ArrayList<>();
    since.forEach(
        (before, some) -> {
          Map<String, News.Fresh> streams = new LinkedHashMap<>();
          for (SimulatedEvent event : application.committed()) {
            if (isNew(event, before, now) && some.contains(event.shard())) {
              News.Fresh first = new News.Fresh(event.key().stream(), some, event.seq(), 1);
              streams.merge(
                  first.stream(),
                  first,
                  (a, b) -> new News.Fresh(a.stream(), some, a.first(), a.count() + 1));
            }
          }
          fresh.addAll(streams.values());
        });
    return new News(now, fresh);
  }

  /** In no slot before the horizon, and visible now. */
  private boolean isNew(SimulatedEvent event, Snapshot since, Snapshot now) {
    long transaction = event.transaction();
    long slack =
        fault == PlantedFault.TRUSTS_THE_CLOCK ? 0 : 2 * SimulatedDatabase.MOST_SKEW / 1000;
    return transaction >= since.xmin()
        && event.insertedAt() >= since.horizonMicros() - slack
        && now.sees(transaction)
        && !since.sees(transaction);
  }

  /**
   * @param full no room is left, although there are bytes
   */
  Page page(PageRequest request, BooleanSupplier full) {
    List<Page.Found> parts = new ArrayList<>();
    long left = fault == PlantedFault.PAGES_WITHOUT_BOUND ? Long.MAX_VALUE : request.maxBytes();
    boolean first = true;
    boolean room = true;
    for (PageRequest.Wanted part : request.parts()) {
      Position at = part.position();
      boolean moves = fault == PlantedFault.MOVES_TARGET;
      Snapshot target = moves ? application.snapshot() : at.openTarget();
      List<LogEvent> events = new ArrayList<>();
      boolean exhausted = room;
      for (SimulatedEvent event : application.committedAfter(at.seq())) {
        if (event.key().stream().equals(part.stream())
            && part.shards().contains(event.shard())
            && isNew(event, at.since(), target)) {
          room &= first || event.payload().length <= left;
          if (!room || events.size() == part.limit()) {
            exhausted = false;
            break;
          }
          left -= event.payload().length;
          events.add(event.read());
          first = false;
        }
      }
      parts.add(new Page.Found(events, exhausted && events.size() < part.limit()));
      room &= !full.getAsBoolean();
    }
    return new Page(parts);
  }
}
