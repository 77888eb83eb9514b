package dev.sluice.lambda.telemetry;

import dev.sluice.metrics.Metric;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.RelayListener;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts what one invocation does. */
final class RelayMetrics implements RelayListener {

  private final JsonLog jsonLog;
  private final Deliveries all = new Deliveries();
  private final Map<String, Deliveries> streams = new LinkedHashMap<>();
  private final Set<Destination> open = new HashSet<>();
  private String lastStream = "";
  private Deliveries last = all;
  private int leasedShards;
  private int crashes;
  private int stepsBack;

  RelayMetrics(JsonLog jsonLog) {
    this.jsonLog = jsonLog;
  }

  @Override
  public void leased(int shards) {
    leasedShards = Math.max(leasedShards, shards);
  }

  @Override
  public void crashDetected(int shards) {
    crashes++;
  }

  @Override
  public void acknowledged(Destination destination, List<LogEvent> events, long nanos) {
    long callMicros = nanos / 1_000;
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.ofEpochMilli(jsonLog.now()));
    for (LogEvent event : events) {
      Deliveries stream = of(event.message().stream());
      all.acknowledged(callMicros);
      stream.acknowledged(callMicros);
      if (!event.redriven()) {
        long micros = now - micros(event.message());
        all.committedBefore(micros);
        stream.committedBefore(micros);
      }
    }
  }

  private static long micros(OutboxMessage message) {
    Instant at = message.createdAt();
    return at.getEpochSecond() * 1_000_000 + at.getNano() / 1_000;
  }

  /** Events of one stream come in rows. */
  private Deliveries of(String stream) {
    if (!stream.equals(lastStream)) {
      lastStream = stream;
      Deliveries known = streams.get(stream);
      last = known == null ? named(stream) : known;
    }
    return last;
  }

  private Deliveries named(String stream) {
    String name = streams.size() < MetricLine.STREAMS ? stream : MetricLine.OTHERS;
    return streams.computeIfAbsent(name, _ -> new Deliveries());
  }

  @Override
  public void steppedBack(LogEvent event, long after) {
    stepsBack += event.redriven() ? 0 : 1;
  }

  @Override
  public void settled(
      Destination destination, List<LogEvent> delivered, List<Change> changes, long nanos) {
    for (LogEvent event : delivered) {
      all.published++;
      of(event.message().stream()).published++;
    }
    for (Change change : changes) {
      count(all, change);
      count(of(change.event().message().stream()), change);
    }
  }

  /** An event that was released from outbox.held is among the delivered. */
  private static void count(Deliveries deliveries, Change change) {
    switch (change) {
      case Change.Waiting _, Change.Released _ -> {}
      case Change.Failed _ -> deliveries.retriesScheduled++;
      case Change.Dead _ -> deliveries.deadLettered++;
    }
  }

  @Override
  public void breakerOpened(Destination destination, PublishOutcome.Unavailable outage) {
    open.add(destination);
  }

  @Override
  public void breakerClosed(Destination destination) {
    open.remove(destination);
  }

  /**
   * @param report null if the invocation failed
   */
  void write(@Nullable LaneReport report) {
    Map<Metric, Object> values = all.values(true);
    values.put(Metric.ORDER_STEPS_BACK, stepsBack);
    values.put(Metric.BREAKER_OPEN, report == null ? open.size() : report.openBreakers());
    values.put(Metric.CRASHES_DETECTED, crashes);
    values.put(Metric.LEASED_SHARDS, leasedShards);
    jsonLog.write(new MetricLine(Metric.Scope.OUTBOX, jsonLog.outbox(), null, values));
    streams.forEach(
        (stream, deliveries) ->
            jsonLog.write(
                new MetricLine(
                    Metric.Scope.STREAM, jsonLog.outbox(), stream, deliveries.values(false))));
  }
}
