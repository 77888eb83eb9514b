package dev.sluice.emulators;

import java.util.UUID;

/**
 * One entry with its fate.
 *
 * @param sequence rises with every entry of the stand-in
 */
record StandInResult(StandInEntry entry, StandInFate fate, long sequence) {

  boolean ok() {
    return fate instanceof StandInFate.Ok;
  }

  String messageId(StandInFate.Ok ok) {
    return ok.messageId() == null ? new UUID(0, sequence).toString() : ok.messageId();
  }

  /** FIFO topics and queues number their messages. */
  boolean numbered() {
    return entry.target().endsWith(".fifo");
  }

  /** 20 digits, as the services write them. */
  String sequenceNumber() {
    String digits = Long.toString(sequence);
    return "1" + "0".repeat(19 - digits.length()) + digits;
  }
}
