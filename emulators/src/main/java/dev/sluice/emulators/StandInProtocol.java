package dev.sluice.emulators;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** How one service reads its requests and words its answers. */
interface StandInProtocol {

  /** The call, not numbered yet. */
  StandInCall read(StandInRequest request) throws IOException;

  /** Which actions {@link #described} can answer. */
  List<String> describing();

  String publishing();

  StandInResponse published(List<StandInResult> results) throws IOException;

  StandInResponse described(StandInCall call, Map<String, String> attributes) throws IOException;

  StandInResponse refused(StandInAnswer.Refused refusal) throws IOException;

  default boolean knows(StandInCall call) {
    return call.action().equals(publishing()) || describing().contains(call.action());
  }

  default StandInAnswer.Refused unknown(StandInCall call) {
    return new StandInAnswer.Refused(
        400,
        "InvalidAction",
        "the stand-in knows %s and %s of %s, not %s"
            .formatted(
                publishing(),
                String.join(", ", describing()),
                call.service(),
                call.action().isEmpty() ? "a request without an action" : call.action()));
  }
}
