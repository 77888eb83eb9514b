package dev.sluice.cdk;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Each alarm in short: for its description, for the dashboard and for docs/operations.md, where
 * each has a section of the same title.
 */
enum Runbook {
  NEEDS_SOMEBODY(
      "Needs somebody",
      "At least one alarm fires that cannot wait.",
      "Look for it in the rows below."),
  RELAY_HEARTBEAT_MISSING(
      "Relay heartbeat missing",
      "No relay has been at work lately.",
      "Is its reserved concurrency 0? Is its schedule enabled? The last ERROR in its log says why it fails."
          + " Until it is repaired, invoke it with `{}`."),
  DATABASE_HEARTBEAT_MISSING(
      "Database heartbeat missing",
      "The outbox could not be measured lately; every gauge of it is stale.",
      "`preflight` names the cause: network, login, TLS or schema. Is the database up?"),
  DEAD_EVENTS(
      "Dead events",
      "Events have failed for good and wait for a decision.",
      "`redrive all=true` shows why, and changes nothing. Repair the cause, then add `confirm=true`; or `discard`."),
  OLDEST_EVENT_TOO_OLD(
      "Oldest event too old",
      "An event has waited for longer than it should.",
      "`status` names its stream, and a pause, an open breaker or a missing route. If there is none, the relay is too slow or does not run."),
  BACKLOG(
      "Backlog",
      "More events wait than usual.",
      "While the number falls, do nothing. Does the destination throttle? Otherwise give the relay more memory, then more lanes."),
  FAILED_EVENTS(
      "Failed events",
      "Many events wait for a retry.",
      "The relay's log names the code, at level WARN. `pause` the stream if it cannot be repaired soon."),
  BREAKER_OPEN(
      "Breaker open",
      "A destination has been down for minutes.",
      "`status` shows the reason. Repair the destination or the permission; nothing else is needed."),
  UNCOVERED_EVENTS(
      "Uncovered events",
      "Events had left the relay without a trace; they were found and are delivered.",
      "Nothing is lost. `outbox.audit` names them (action `uncovered`). Did a person change tables of the outbox by hand? If not, report a fault of Sluice."),
  DEAD_LETTERS_ARRIVED(
      "Dead letters arrived",
      "Copies of dead events have arrived in the dead-letter queue.",
      "As for *Dead events*. Delete no copy by hand: `redrive` and `discard` take them off."),
  INVOCATIONS_FAILED(
      "Invocations failed",
      "A function was invoked by a schedule and failed.",
      "The message in the queue of failed invocations holds the request and the error. If it names a parameter, correct the routes there."),
  SCHEDULE_UNDELIVERED(
      "Schedule undelivered",
      "A schedule could not hand over to its function.",
      "`ERROR_MESSAGE` of the message in the schedule's queue says why: no role, no function, or no concurrency left."),
  RELAY_ERRORS(
      "Relay errors", "The relay fails again and again.", "The last ERROR in its log says why."),
  RELAY_THROTTLED(
      "Relay throttled",
      "Lambda refuses to run the relay.",
      "Raise its reserved concurrency above its lanes, or the quota of the account."),
  RELAY_NEAR_ITS_TIMEOUT(
      "Relay near its timeout",
      "The relay is about to be cut off.",
      "The last line of its log names what does not answer. In LOOP the time-out must be 75 s or more."),
  OPERATIONS_ERRORS(
      "Operations errors",
      "The function for operations fails again and again.",
      "Its log names the action and the cause. The gauges may be stale."),
  OPERATIONS_THROTTLED(
      "Operations throttled",
      "Lambda refuses to run the function for operations.",
      "Raise the quota of the account. The gauges are stale meanwhile."),
  OPERATIONS_NEAR_ITS_TIMEOUT(
      "Operations near its timeout",
      "The function for operations is about to be cut off.",
      "The database answers slowly: as for *Database CPU*."),
  PROBE_FAILED(
      "Probe failed",
      "An event that was sent for a test did not arrive, or none was sent.",
      "The log of the function for operations names the obstacle. Send one yourself: `probe`, with the stream of the schedule."),
  DATABASE_CPU(
      "Database CPU",
      "The database has been busy for a while.",
      "Database Insights shows the statements. Is a transaction open for hours?"),
  DATABASE_STORAGE(
      "Database storage",
      "The database is about to run out of storage, and then stops.",
      "Raise the storage now. Then look at `keptSlots` in the answer of `clean`."),
  DATABASE_CONNECTIONS(
      "Database connections",
      "The database is about to refuse connections.",
      "Database Insights shows who holds them. RDS Proxy shares them.");

  private final String title;
  private final String meaning;
  private final String first;

  Runbook(String title, String meaning, String first) {
    this.title = title;
    this.meaning = meaning;
    this.first = first;
  }

  String title() {
    return title;
  }

  /** One sentence for the on-call engineer. */
  String meaning() {
    return meaning;
  }

  /** As Markdown makes one from the title. */
  String anchor() {
    return title.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /**
   * All of them in Markdown.
   *
   * @param name of one in the first column
   */
  static String table(Function<Runbook, String> name) {
    return Arrays.stream(values())
        .map(one -> "| %s | %s | %s |\n".formatted(name.apply(one), one.meaning, one.first))
        .collect(Collectors.joining("", "| Alarm | It means | Do first |\n|---|---|---|\n", ""));
  }
}
