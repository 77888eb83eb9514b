package dev.sluice.relay.ops;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Moves events as a function would that is invoked with JSON. */
public final class TestMover {

  private static final Routing ROUTING =
      new Routing() {
        @Override
        public String destination(String stream) {
          return "fake:" + stream;
        }

        @Override
        public boolean ordered(String stream) {
          return true;
        }

        @Override
        public boolean blocks(String stream) {
          return false;
        }
      };

  private final EventMover mover;

  public TestMover(Moves moves, DeadLetterQueue queue) {
    this.mover = new EventMover(moves, queue, ROUTING);
  }

  /** In single quotes, for the eye. */
  public Map<String, Object> ask(String request, Deadline deadline) {
    try {
      Map<String, Object> values = JSON.std.mapFrom(request.replace('\'', '"'));
      String actor = String.valueOf(values.get("actor"));
      Map<String, Object> answer =
          switch (CommandText.parse(values)) {
            case Command.Move move -> mover.run(move, actor, deadline);
            case Command.Continue again -> mover.run(again, deadline);
            case Command other -> throw new IllegalArgumentException(other.toString());
          };
      return JSON.std.mapFrom(JSON.std.asString(answer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
