package dev.sluice.emulators;

import org.jspecify.annotations.Nullable;

/** What becomes of one entry of a batch that is answered. */
public sealed interface StandInFate {

  /** The entry is taken. Without a message id it is given one that no other entry has. */
  record Ok(@Nullable String messageId) implements StandInFate {}

  /** The entry is not taken. EventBridge does not say whose fault it was. */
  record Failed(String code, String message, boolean senderFault) implements StandInFate {}

  static StandInFate ok() {
    return new Ok(null);
  }

  static StandInFate ok(String messageId) {
    return new Ok(messageId);
  }

  static StandInFate failed(String code, String message, boolean senderFault) {
    return new Failed(code, message, senderFault);
  }
}
