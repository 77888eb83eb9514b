package dev.sluice.relay.ops;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.ops.move.EventMover;
import dev.sluice.relay.ops.move.MoveRequest;
import dev.sluice.relay.ops.move.Moves;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.MeantSubscription;
import dev.sluice.relay.testing.Environments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Moves events as a function would that is invoked with JSON. */
public final class TestMover {

  private static final OpsConfig ROUTING =
      OpsConfig.parse(
          Environments.with(
              Map.of("SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"fake:moved\"}]")));

  private final EventMover mover;

  public TestMover(Session session, Moves moves, DeadLetterQueue queue) {
    this.mover = new EventMover(moves, queue, ROUTING, new MeantSubscription(session, ROUTING));
  }

  /** In single quotes, for the eye. */
  public Map<String, Object> ask(String request, Deadline deadline) {
    try {
      Map<String, Object> values = JSON.std.mapFrom(request.replace('\'', '"'));
      String actor = String.valueOf(values.get("actor"));
      Map<String, Object> answer =
          switch (CommandText.parse(values)) {
            case Command.Move(MoveRequest move) -> mover.run(move, actor, deadline);
            case Command.Continue(var kind, var operation) ->
                mover.proceed(kind, operation, deadline);
            case Command other -> throw new IllegalArgumentException(other.toString());
          };
      return JSON.std.mapFrom(JSON.std.asString(answer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
