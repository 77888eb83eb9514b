package dev.sluice.emulators;

/** What becomes of one entry of a batch that is answered. */
public sealed interface StandInFate {

  /** The entry is taken, under a message id that no other entry has. */
  record Ok() implements StandInFate {}

  /** The entry is not taken. EventBridge does not say whose fault it was. */
  record Failed(String code, String message, boolean senderFault) implements StandInFate {}

  static StandInFate ok() {
    return new Ok();
  }

  static StandInFate failed(String code, String message, boolean senderFault) {
    return new Failed(code, message, senderFault);
  }
}
