package dev.sluice.emulators;

import java.time.Duration;
import java.util.function.Function;

/** How the stand-in answers one call. */
public sealed interface StandInAnswer {

  record Entries(Function<StandInEntry, StandInFate> fates) implements StandInAnswer {}

  record Refused(int status, String code, String message) implements StandInAnswer {}

  record Later(StandInAnswer answer, Duration delay) implements StandInAnswer {}

  enum Broken implements StandInAnswer {
    DROPPED,
    ACCEPTED_THEN_DROPPED,
    CUT_OFF
  }

  /** Every entry is taken and gets a message id. A describing call is answered too. */
  static StandInAnswer accept() {
    return new Entries(entry -> StandInFate.ok());
  }

  /** Each entry has a fate of its own; the call as a whole succeeds. */
  static StandInAnswer entries(Function<StandInEntry, StandInFate> fates) {
    return new Entries(fates);
  }

  /** The whole call fails, worded as its service words it. Nothing is taken. */
  static StandInAnswer refused(int status, String code, String message) {
    return new Refused(status, code, message);
  }

  /** The connection closes without an answer. Nothing is taken. */
  static StandInAnswer dropped() {
    return Broken.DROPPED;
  }

  /** Every entry is taken, and the connection closes without an answer. */
  static StandInAnswer acceptedThenDropped() {
    return Broken.ACCEPTED_THEN_DROPPED;
  }

  /** Every entry is taken, and the connection closes in the middle of the answer's body. */
  static StandInAnswer cutOff() {
    return Broken.CUT_OFF;
  }

  /** The same, but only after the delay; entries are taken when it has elapsed. */
  default StandInAnswer after(Duration delay) {
    return new Later(this, delay);
  }
}
