package dev.sluice.relay.spi;

import java.util.List;
import java.util.function.Consumer;

/**
 * Calls to one destination that are in flight together. It ends with the first message that is not
 * delivered: no message behind it of the same key is delivered either, and whatever is handed over
 * after the end is answered with {@link PublishOutcome.NotSent}.
 */
public interface Pipeline {

  /**
   * Hands the messages over and returns when the next call may follow. Called by one thread at a
   * time. The answer has one outcome per message, in the same order, is given once within the time
   * limit of a call, and by any thread.
   */
  void send(List<OutboxMessage> messages, Consumer<List<PublishOutcome>> answer);
}
