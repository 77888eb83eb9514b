package dev.sluice.local;

/** How an invocation ended, as the Lambda service would tell its caller. */
public sealed interface Answer {

  Report report();

  /** The handler returned. */
  record Answered(String json, Report report) implements Answer {}

  /** The handler threw, or the function could not be initialised. */
  record Failed(String errorType, String message, String json, Report report) implements Answer {}

  /** The process was killed because its time was up. */
  record TimedOut(Report report) implements Answer {}

  /**
   * The process ended before it had answered; killed by a signal, its exit code is 128 + signal.
   */
  record Crashed(int exitCode, Report report) implements Answer {}
}
