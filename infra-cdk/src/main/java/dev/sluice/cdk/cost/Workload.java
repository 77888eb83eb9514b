package dev.sluice.cdk.cost;

import java.util.List;

/** Assumptions about the outbox, which its templates do not say. */
final class Workload {

  static final double HOURS = 730;
  static final double MINUTES = HOURS * 60;
  static final int STREAMS = 3;

  /** One a second. */
  static final double EVENTS = HOURS * 3600;

  static final double EVENT_GIGABYTES = 1e-6;

  /** Of SNS and SQS; a relay that comes once a minute fills them. */
  static final double ENTRIES_A_REQUEST = 10;

  /** For a turn that is not LOOP. */
  static final double SHORT_SECONDS = 0.2;

  /** Its report, its metrics, and the lines of Lambda itself. */
  static final double TURN_LOG_GIGABYTES = 2.5e-6;

  static final double STREAM_LOG_GIGABYTES = 0.5e-6;

  static final double AURORA_GIGABYTES = 10;

  /** Aurora pauses when nobody has been connected for five minutes, and resumes before that. */
  static final double AWAKE_MINUTES = 6;

  static final double AWAKE_UNITS = 0.5;

  static final int PARTITIONS = 12;

  private Workload() {}

  static List<String> assumptions() {
    return List.of(
        "730 hours; three streams; an event of 1 KB a second, sent to the dearest of its destinations",
        "LOOP works all the time; another turn of a function takes 0.2 s, and each writes 2.5 KB of logs");
  }
}
