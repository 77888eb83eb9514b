package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.DeadLetterQueue.Copy;
import dev.sluice.relay.ops.Moves;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Moves events of the log. */
public final class MovesSql implements Moves {

  private final Session session;

  public MovesSql(Session session) {
    this.session = session;
  }

  @Override
  public List<String> deadStreams() {
    return session.perform(MovePreviewSql::deadStreams);
  }

  @Override
  public Matches match(Selection selection) {
    return session.perform(c -> MovePreviewSql.match(c, selection));
  }

  @Override
  public Successors successors(List<Match> dead) {
    return session.perform(c -> SuccessorSql.find(c, dead));
  }

  @Override
  public Operation start(Order order) {
    return session.perform(c -> OperationSql.start(c, order));
  }

  @Override
  public Optional<Operation> find(UUID operation) {
    return session.perform(c -> OperationSql.find(c, operation));
  }

  @Override
  public Chunk advance(Operation operation, Map<String, String> destinations, int limit) {
    return session.transact(c -> OperationSql.advance(c, operation, destinations, limit));
  }

  @Override
  public List<Boolean> stale(List<Copy> copies, Set<UUID> moved) {
    return session.perform(c -> StaleCopiesSql.stale(c, copies, moved));
  }
}
