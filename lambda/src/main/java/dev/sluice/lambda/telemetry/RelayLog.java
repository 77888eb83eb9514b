package dev.sluice.lambda.telemetry;

import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.RelayListener;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a line for each event and state that an operator may want to look at. */
final class RelayLog implements RelayListener {

  /** The most lines of a kind; further ones are only counted. */
  static final int LINES = 20;

  private static final int KINDS = 200;

  /** Many events of a stream may have the same message and code. */
  private record Kind(String message, String stream, String code) {}

  private final JsonLog jsonLog;
  private final Map<Kind, Long> kinds = new LinkedHashMap<>();

  RelayLog(JsonLog jsonLog) {
    this.jsonLog = jsonLog;
  }

  @Override
  public void crashDetected(int shards) {
    jsonLog.write(
        Level.WARN,
        "a lease had run out unreleased: its owner crashed or was frozen",
        Map.of("shards", shards));
  }

  @Override
  public void shardsLost(int shards) {
    jsonLog.write(Level.WARN, "another owner took shards of ours", Map.of("shards", shards));
  }

  @Override
  public void steppedBack(LogEvent event, long after) {
    Map<String, Object> fields = EventFields.of(event);
    fields.put("after", after);
    fields.put("redriven", event.redriven());
    if (event.redriven()) {
      few(Level.INFO, "redriven event was delivered after later ones of its key", "", fields);
    } else {
      few(Level.ERROR, "event was delivered after later ones of its key", "", fields);
    }
  }

  @Override
  public void settled(
      Destination destination, List<LogEvent> delivered, List<Change> changes, long nanos) {
    for (Change change : changes) {
      switch (change) {
        case Change.Waiting _, Change.Released _ -> {}
        case Change.Failed(LogEvent event, int failures, String code, _, var delay) -> {
          Map<String, Object> fields = EventFields.of(event, code, failures);
          fields.put("retryInMillis", delay.toMillis());
          few(Level.WARN, "event failed and will be retried", code, fields);
        }
        case Change.Dead(LogEvent event, int failures, String code, _) ->
            jsonLog.write(Level.ERROR, "event is dead", EventFields.of(event, code, failures));
      }
    }
  }

  @Override
  public void breakerOpened(Destination destination, PublishOutcome.Unavailable outage) {
    jsonLog.write(
        Level.WARN,
        "breaker opened: the destination is down",
        Map.of("destination", destination.uri(), "code", outage.code(), "reason", outage.reason()));
  }

  @Override
  public void breakerClosed(Destination destination) {
    jsonLog.write(
        Level.INFO,
        "breaker closed: the destination is back",
        Map.of("destination", destination.uri()));
  }

  @Override
  public void unrouted(String stream, String why) {
    few(Level.WARN, "stream has events and no route", "", Map.of("stream", stream, "reason", why));
  }

  private void few(Level level, String message, String code, Map<String, Object> fields) {
    boolean event = fields.containsKey("eventId");
    String stream = event ? String.valueOf(fields.get("stream")) : "";
    Kind kind = new Kind(message, stream, code);
    boolean known = kinds.size() < KINDS || kinds.containsKey(kind);
    long count =
        kinds.merge(known ? kind : new Kind(message, MetricLine.OTHERS, ""), 1L, Long::sum);
    if (known && count <= LINES) {
      jsonLog.write(level, message, fields);
    }
  }

  /** How often there was more than was written. */
  void end() {
    kinds.forEach(
        (kind, count) -> {
          boolean others = kind.stream.equals(MetricLine.OTHERS);
          if (count > LINES || others) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("stream", kind.stream);
            fields.put("code", kind.code);
            fields.put("count", count);
            fields.put("logged", others ? 0 : LINES);
            fields.values().removeIf(""::equals);
            jsonLog.write(Level.WARN, "more of them: " + kind.message, fields);
          }
        });
  }
}
