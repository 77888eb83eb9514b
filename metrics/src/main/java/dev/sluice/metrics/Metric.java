package dev.sluice.metrics;

import java.util.List;
import java.util.Set;

/**
 * Every metric there is; dashboards and alarms are held against this list. LeasedShards,
 * CrashesDetected and BreakerOpen come from two functions: look at their maximum, not at their sum.
 */
public enum Metric {
  PUBLISHED("Published", Unit.COUNT, Emitter.RELAY, Scope.OUTBOX, Scope.STREAM),
  RETRIES_SCHEDULED("RetriesScheduled", Unit.COUNT, Emitter.RELAY, Scope.OUTBOX, Scope.STREAM),
  DEAD_LETTERED("DeadLettered", Unit.COUNT, Emitter.RELAY, Scope.OUTBOX, Scope.STREAM),
  /** How long the call to the destination took, for each event in it. */
  PUBLISH_LATENCY("PublishLatency", Unit.MILLISECONDS, Emitter.RELAY, Scope.OUTBOX, Scope.STREAM),
  /** From the append to the acknowledgement; not for what a person brought back. */
  COMMIT_TO_PUBLISH_LATENCY(
      "CommitToPublishLatency", Unit.MILLISECONDS, Emitter.RELAY, Scope.OUTBOX, Scope.STREAM),
  ORDER_STEPS_BACK("OrderStepsBack", Unit.COUNT, Emitter.RELAY, Scope.OUTBOX),
  BREAKER_OPEN("BreakerOpen", Unit.COUNT, Emitter.BOTH, Scope.OUTBOX),
  CRASHES_DETECTED("CrashesDetected", Unit.COUNT, Emitter.BOTH, Scope.OUTBOX),
  LEASED_SHARDS("LeasedShards", Unit.COUNT, Emitter.BOTH, Scope.OUTBOX),
  PENDING("Pending", Unit.COUNT, Emitter.MEASURE, Scope.OUTBOX, Scope.STREAM),
  FAILED("Failed", Unit.COUNT, Emitter.MEASURE, Scope.OUTBOX, Scope.STREAM),
  DEAD("Dead", Unit.COUNT, Emitter.MEASURE, Scope.OUTBOX, Scope.STREAM),
  BLOCKED("Blocked", Unit.COUNT, Emitter.MEASURE, Scope.OUTBOX, Scope.STREAM),
  OLDEST_PENDING_SECONDS(
      "OldestPendingSeconds", Unit.SECONDS, Emitter.MEASURE, Scope.OUTBOX, Scope.STREAM),
  HEARTBEAT("Heartbeat", Unit.COUNT, Emitter.MEASURE, Scope.SOURCE),
  /** 0 or 1 for each probe that is to write it. */
  PROBE_FAILED("ProbeFailed", Unit.COUNT, Emitter.PROBE, Scope.OUTBOX);

  public static final String NAMESPACE = "Sluice";

  private final String label;
  private final Unit unit;
  private final Emitter emitter;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of is
  private final Set<Scope> scopes;

  Metric(String label, Unit unit, Emitter emitter, Scope... scopes) {
    this.label = label;
    this.unit = unit;
    this.emitter = emitter;
    this.scopes = Set.of(scopes);
  }

  /** The name in CloudWatch. */
  public String label() {
    return label;
  }

  public Unit unit() {
    return unit;
  }

  public Emitter emitter() {
    return emitter;
  }

  /** By which dimensions it can be found. */
  public Set<Scope> scopes() {
    return scopes;
  }

  /** CloudWatch's units. */
  public enum Unit {
    COUNT("Count"),
    SECONDS("Seconds"),
    MILLISECONDS("Milliseconds");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** The relay at the end of each invocation, or the operator's function. */
  public enum Emitter {
    RELAY,
    MEASURE,
    BOTH,
    /** Only where a schedule sends probes. */
    PROBE
  }

  /** The subject of a metric. */
  public enum Scope {
    OUTBOX("Outbox"),
    /** One stream; of many, the last ones share a name. */
    STREAM("Outbox", "Stream"),
    /** {@code database}: it could be read. {@code relay}: it has leased shards lately. */
    SOURCE("Outbox", "Source");

    @SuppressWarnings("ImmutableEnumChecker") // List.of is
    private final List<String> dimensions;

    Scope(String... dimensions) {
      this.dimensions = List.of(dimensions);
    }

    public List<String> dimensions() {
      return dimensions;
    }
  }
}
