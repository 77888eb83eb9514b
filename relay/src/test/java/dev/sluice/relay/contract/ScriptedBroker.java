package dev.sluice.relay.contract;

import dev.sluice.relay.spi.OutboxMessage;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** A stand-in that fails as it is told to. What it was told lasts until it is mended. */
public interface ScriptedBroker extends RefusingBroker, StoppableBroker {

  int ALWAYS = Integer.MAX_VALUE;

  /** What a broker says of one message while it may take the others. */
  enum EntryFault {
    /** This message failed this time; another time it may be taken. */
    FAILED,
    /** The broker failed, and not the message: a server error. */
    BROKER_FAULT,
    /** The message itself is at fault. */
    REFUSED,
    /** Too much at present. */
    THROTTLED
  }

  /** What becomes of a whole call. */
  enum CallFault {
    /** Refused for being too much; nothing of it is taken. */
    THROTTLED,
    /** Never answered, and nothing of it is taken. */
    UNANSWERED,
    /** Taken, but the connection is cut before the answer. */
    ANSWER_LOST
  }

  /** Each of these messages meets the fault so many times; after that it is taken. */
  void fault(EntryFault fault, Predicate<UUID> messages, int times);

  /** The next calls that bring messages meet the fault. */
  void fault(CallFault fault, int calls);

  /** Forgets every fault. */
  void mend();

  /** Calls that have brought messages so far, whatever became of them. */
  int calls();

  /**
   * The keys of which a message arrived while another one had no answer yet, and may never get one;
   * in the same call too, unless the broker itself keeps the order of a key when it fails an entry
   * of a call. A message that comes again is no other one.
   */
  Set<String> overlapping();

  @Override
  default OutboxMessage refused(OutboxMessage message) {
    fault(EntryFault.REFUSED, message.id()::equals, ALWAYS);
    return message;
  }
}
