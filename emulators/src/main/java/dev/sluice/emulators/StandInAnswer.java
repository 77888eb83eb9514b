package dev.sluice.emulators;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** How the stand-in answers one call. */
public sealed interface StandInAnswer {

  record Entries(Function<StandInEntry, StandInFate> fates) implements StandInAnswer {}

  record Described(Map<String, String> attributes) implements StandInAnswer {}

  record Refused(int status, String code, String message) implements StandInAnswer {}

  record Dropped() implements StandInAnswer {}

  record AcceptedThenDropped() implements StandInAnswer {}

  record CutOff() implements StandInAnswer {}

  record Later(StandInAnswer answer, Duration delay) implements StandInAnswer {}

  /** Every entry is taken and gets a message id. A describing call is answered too. */
  static StandInAnswer accept() {
    return new Entries(entry -> StandInFate.ok());
  }

  /** Each entry has a fate of its own; the call as a whole succeeds. */
  static StandInAnswer entries(Function<StandInEntry, StandInFate> fates) {
    return new Entries(fates);
  }

  /** For a describing call: these attributes beside, or instead of, the usual ones. */
  static StandInAnswer described(Map<String, String> attributes) {
    return new Described(attributes);
  }

  /** The whole call fails, worded as its service words it. Nothing is taken. */
  static StandInAnswer refused(int status, String code, String message) {
    return new Refused(status, code, message);
  }

  /** The connection closes without an answer. Nothing is taken. */
  static StandInAnswer dropped() {
    return new Dropped();
  }

  /** Every entry is taken, and the connection closes without an answer. */
  static StandInAnswer acceptedThenDropped() {
    return new AcceptedThenDropped();
  }

  /** Every entry is taken, and the connection closes in the middle of the answer's body. */
  static StandInAnswer cutOff() {
    return new CutOff();
  }

  /** The same, but only after the delay; entries are taken when it has elapsed. */
  default StandInAnswer after(Duration delay) {
    return new Later(this, delay);
  }
}
