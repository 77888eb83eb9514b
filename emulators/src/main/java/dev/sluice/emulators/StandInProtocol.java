package dev.sluice.emulators;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** How one service reads its requests and words its answers. */
interface StandInProtocol {

  /** One entry with its fate. */
  record Settled(StandInEntry entry, StandInFate fate) {

    boolean ok() {
      return fate instanceof StandInFate.Ok;
    }

    String messageId() {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      return new UUID(random.nextLong(), random.nextLong()).toString();
    }
  }

  /**
   * The call, not numbered yet.
   *
   * @param action as the header X-Amz-Target names it; SNS has no such header
   */
  StandInCall read(String action, byte[] body) throws IOException;

  /** The action that sends a batch. */
  String publishing();

  /** The action that asks whether the target exists. */
  String describing();

  StandInResponse published(List<Settled> entries) throws IOException;

  /** That the target exists; nobody asks for more. */
  StandInResponse described() throws IOException;

  StandInResponse refused(StandInAnswer.Refused refusal) throws IOException;

  default boolean knows(String action) {
    return action.equals(publishing()) || action.equals(describing());
  }

  default StandInResponse unknown(String action) throws IOException {
    String message =
        "the stand-in knows %s and %s, not '%s'".formatted(publishing(), describing(), action);
    return refused(new StandInAnswer.Refused(400, "InvalidAction", message));
  }
}
