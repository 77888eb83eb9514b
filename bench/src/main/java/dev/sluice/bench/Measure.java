package dev.sluice.bench;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * A number that is taken of a run, and how the JSON report shows it for all runs of a contender.
 */
enum Measure {
  EVENTS_PER_SECOND("eventsPerSecond", 0, Shown.SPREAD),
  P50_MILLIS("p50Millis", 1, Shown.MEDIAN),
  P90_MILLIS("p90Millis", 1, Shown.MEDIAN),
  P99_MILLIS("p99Millis", 1, Shown.MEDIAN),
  P999_MILLIS("p999Millis", 1, Shown.MEDIAN),
  SLOWEST_MILLIS("slowestMillis", 1, Shown.MOST),
  /** Of events around the moment at which an invocation takes over from another. */
  HAND_OVER_MILLIS("handOverMillis", 1, Shown.MOST),
  WORST_SECOND_MILLIS("worstSecondMillis", 1, Shown.MOST),
  /** Percent of the events. */
  WITHIN_2("within2Millis", 2, Shown.MEDIAN),
  WITHIN_5("within5Millis", 2, Shown.MEDIAN),
  WITHIN_10("within10Millis", 2, Shown.MEDIAN),
  WITHIN_20("within20Millis", 2, Shown.MEDIAN),
  WITHIN_50("within50Millis", 2, Shown.MEDIAN),
  WITHIN_100("within100Millis", 2, Shown.MEDIAN),
  WITHIN_300("within300Millis", 2, Shown.MEDIAN),
  WITHIN_1000("within1000Millis", 2, Shown.MEDIAN),
  FIRST_EVENT_MILLIS("firstEventMillis", 0, Shown.SPREAD),
  INIT_MILLIS("initMillis", 0, Shown.SPREAD),
  PROCESSOR_MILLIS("processorMillis", 0, Shown.SPREAD),
  CLASSES_LOADED("classesLoaded", 0, Shown.MEDIAN),
  /** The same in each run; a run that broke off has none. */
  EVENTS("events", 0, Shown.MOST),
  WAL_BYTES_PER_EVENT("walBytesPerEvent", 1, Shown.MEDIAN),
  /** Whoever changes a page first after a checkpoint logs the whole page. */
  WAL_PAGE_IMAGE_BYTES_PER_EVENT("walPageImageBytesPerEvent", 1, Shown.MEDIAN),
  /** Processor time of all of PostgreSQL. */
  DATABASE_MICROS_PER_EVENT("databaseMicrosPerEvent", 2, Shown.MEDIAN),
  ENTRIES_PER_CALL("entriesPerCall", 2, Shown.MEDIAN),
  MOST_CALLS_IN_FLIGHT("mostCallsInFlight", 0, Shown.MOST),
  SECONDS("seconds", 3, Shown.MEDIAN),
  /** As the function says itself. */
  REPORTED_MILLIS("reportedMillis", 0, Shown.MEDIAN),

  /** Of the contender's process. */
  FUNCTION("function", 2, Shown.MEDIAN),
  /** Of this JVM with Kafka and, idle meanwhile, the benchmark; or of the stand-in's process. */
  BROKER("broker", 2, Shown.MEDIAN),
  /** Of the server processes whose last statement read. */
  READING_BACKEND("readingBackend", 2, Shown.MEDIAN),
  /** Of the server processes whose last statement wrote. */
  WRITING_BACKEND("writingBackend", 2, Shown.MEDIAN),
  /** Of the log's writer, checkpointer, vacuum, and server processes that have ended. */
  OTHER_POSTGRES("otherPostgres", 2, Shown.MEDIAN),
  /** Says how undisturbed the run was. */
  REST_OF_MACHINE("restOfMachine", 2, Shown.MEDIAN);

  /** Seconds of processor time, by who spent them: on a small machine they are the limit. */
  static final Set<Measure> PROCESSOR = EnumSet.range(FUNCTION, REST_OF_MACHINE);

  /** The histogram of latencies. */
  static final Set<Measure> WITHIN = EnumSet.range(WITHIN_2, WITHIN_1000);

  /** Of these the processes that a run needs. */
  static final Set<Measure> OWN_PROCESSOR = EnumSet.range(FUNCTION, OTHER_POSTGRES);

  /** Of these the processes of PostgreSQL. */
  static final Set<Measure> DATABASE = EnumSet.range(READING_BACKEND, OTHER_POSTGRES);

  private enum Shown {
    SPREAD,
    MEDIAN,
    MOST
  }

  private final String key;
  private final int decimals;
  private final Shown shown;

  Measure(String key, int decimals, Shown shown) {
    this.key = key;
    this.decimals = decimals;
    this.shown = shown;
  }

  /** Of one of the histogram. */
  int millis() {
    return Integer.parseInt(name().substring("WITHIN_".length()));
  }

  String key() {
    return key;
  }

  /** As in a sentence. */
  String words() {
    return key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  Object json(Spread spread) {
    return switch (shown) {
      case SPREAD -> spread.toMap();
      case MEDIAN -> round(spread.median(), decimals);
      case MOST -> round(spread.max(), decimals);
    };
  }

  static Number round(double number, int decimals) {
    double scale = Math.pow(10, decimals);
    if (decimals == 0) {
      return Math.round(number);
    }
    return Math.rint(number * scale) / scale;
  }
}
