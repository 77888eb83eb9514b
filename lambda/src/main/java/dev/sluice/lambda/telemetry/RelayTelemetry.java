package dev.sluice.lambda.telemetry;

import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.RelayListener;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One invocation of the relay, counted and written down. */
public final class RelayTelemetry implements RelayListener {

  private final JsonLog jsonLog;
  private final RelayMetrics metrics;
  private final RelayLog log;

  RelayTelemetry(JsonLog jsonLog) {
    this.jsonLog = jsonLog;
    this.metrics = new RelayMetrics(jsonLog);
    this.log = new RelayLog(jsonLog);
  }

  /**
   * @param report null if the invocation failed
   */
  public void end(@Nullable LaneReport report) {
    log.end();
    if (report != null) {
      jsonLog.write(Level.INFO, "relay ended", report.toMap());
    }
    metrics.write(report);
  }

  @Override
  public void leased(int shards) {
    metrics.leased(shards);
  }

  @Override
  public void crashDetected(int shards) {
    metrics.crashDetected(shards);
    log.crashDetected(shards);
  }

  @Override
  public void shardsLost(int shards) {
    log.shardsLost(shards);
  }

  @Override
  public void acknowledged(Destination destination, List<LogEvent> events, long nanos) {
    metrics.acknowledged(destination, events, nanos);
  }

  @Override
  public void steppedBack(LogEvent event, long after) {
    metrics.steppedBack(event, after);
    log.steppedBack(event, after);
  }

  @Override
  public void settled(
      Destination destination, List<LogEvent> delivered, List<Change> changes, long nanos) {
    metrics.settled(destination, delivered, changes, nanos);
    log.settled(destination, delivered, changes, nanos);
  }

  @Override
  public void breakerOpened(Destination destination, PublishOutcome.Unavailable outage) {
    metrics.breakerOpened(destination, outage);
    log.breakerOpened(destination, outage);
  }

  @Override
  public void breakerClosed(Destination destination) {
    metrics.breakerClosed(destination);
    log.breakerClosed(destination);
  }

  @Override
  public void unrouted(String stream, String why) {
    log.unrouted(stream, why);
  }
}
