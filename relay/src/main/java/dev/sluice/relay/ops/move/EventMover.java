package dev.sluice.relay.ops.move;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.ops.move.DeadLetterQueue.Removal;
import dev.sluice.relay.ops.move.Moves.Chunk;
import dev.sluice.relay.ops.move.Moves.Matches;
import dev.sluice.relay.ops.move.Moves.Operation;
import dev.sluice.relay.ops.move.Moves.Order;
import dev.sluice.relay.ops.move.Moves.Selection;
import dev.sluice.relay.ops.move.Moves.Successors;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.MeantSubscription;
import dev.sluice.relay.ops.request.RefusedException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/** Redrive, discard and replay: looks first, and moves only what was confirmed. */
public final class EventMover {

  static final int CHUNK = 1000;

  private static final Removal NOTHING = new Removal(0, true, "");

  private final Moves moves;
  private final DeadLetterQueue queue;
  private final OpsConfig routing;
  private final MeantSubscription meant;

  public EventMover(
      Moves moves, DeadLetterQueue queue, OpsConfig routing, MeantSubscription meant) {
    this.moves = moves;
    this.queue = queue;
    this.routing = routing;
    this.meant = meant;
  }

  public List<Map<String, Object>> deadGroups(String subscription) {
    Filter all = FilterText.stored(Map.of("all", true, "subscription", subscription));
    Map<String, String> destinations = destinations(MoveKind.REDRIVE, all);
    List<Map<String, Object>> groups =
        MovePreview.groups(moves.match(new Selection(MoveKind.REDRIVE, all, destinations)).first());
    groups.forEach(group -> group.put("subscription", subscription));
    return groups;
  }

  public Map<String, Object> run(MoveRequest request, String actor, Deadline deadline) {
    MoveKind kind = request.kind();
    String subscription = meant.of(kind.action(), request.filter().name());
    MoveRequest move = request.of(subscription);
    Map<String, String> destinations = destinations(kind, move.filter());
    Selection selection = new Selection(kind, move.filter(), destinations);
    Matches matches = moves.match(selection);
    Successors successors =
        kind == MoveKind.REPLAY
            ? new Successors(null, 0, false)
            : moves.successors(subscription, matches.first());
    Map<String, Object> answer = MovePreview.of(move, matches, successors);
    if (!move.confirm()) {
      return answer;
    }
    refuseGap(move, matches, successors);
    Order order = new Order(kind, move.filter(), move.perMinute(), actor, move.reason());
    answer.remove("samples");
    answer.remove("toConfirm");
    answer.putAll(carryOut(moves.start(order), destinations, deadline));
    return answer;
  }

  /** Continues an operation that was confirmed and did not finish. */
  public Map<String, Object> proceed(MoveKind kind, UUID id, Deadline deadline) {
    String action = kind.action();
    Operation operation =
        moves
            .find(id)
            .orElseThrow(
                () -> new RefusedException(action, List.of("'operation' " + id + " is unknown")));
    if (operation.kind() != kind) {
      String problem = "'operation' " + id + " is a " + operation.kind().action();
      throw new RefusedException(action, List.of(problem));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", action);
    answer.put("filter", operation.filter().toMap());
    Map<String, String> destinations = destinations(operation.kind(), operation.filter());
    answer.putAll(carryOut(operation, destinations, deadline));
    return answer;
  }

  private Map<String, String> destinations(MoveKind kind, Filter filter) {
    if (kind == MoveKind.REPLAY) {
      return Map.of();
    }
    String stream = filter.stream();
    String subscription = filter.subscription();
    List<String> streams = stream == null ? moves.deadStreams(subscription) : List.of(stream);
    Map<String, String> destinations = new LinkedHashMap<>();
    streams.forEach(name -> destinations.put(name, routing.destination(subscription, name)));
    return destinations;
  }

  /** A gap that consumers would see for good is a person's decision. */
  private static void refuseGap(MoveRequest move, Matches matches, Successors successors) {
    Long delivered = successors.delivered();
    boolean gap = delivered == null || delivered > 0 || matches.count() > matches.first().size();
    if (move.kind() == MoveKind.DISCARD && gap && !move.acceptGap() && matches.count() > 0) {
      String which =
          delivered == null
              ? "whether later events of the same keys were delivered could not be found out in time"
              : delivered > 0
                  ? "later events of " + delivered + " of the keys were delivered already"
                  : "there are too many to know whether later events of their keys were delivered";
      throw new RefusedException(
          "discard",
          List.of("'acceptGap' must be true: " + which + ", and consumers will never see these"));
    }
  }

  private Map<String, Object> carryOut(
      Operation operation, Map<String, String> destinations, Deadline deadline) {
    Operation now = operation;
    Set<UUID> moved = new HashSet<>();
    long wait = 0;
    while (!now.done() && !deadline.near()) {
      Chunk chunk = moves.advance(now, destinations, CHUNK);
      now = chunk.operation();
      moved.addAll(chunk.moved());
      wait = chunk.waitMillis();
      if (wait > 0 && !deadline.pause(wait)) {
        break;
      }
    }
    Removal removal =
        now.done() && now.kind() != MoveKind.REPLAY ? removeCopies(moved, deadline) : NOTHING;
    return MoveProgress.of(now, removal, now.done() ? 0 : wait);
  }

  /** One walk for the whole operation. It also finds what a run that was killed left behind. */
  private Removal removeCopies(Set<UUID> moved, Deadline deadline) {
    ReentrantLock oneConnection = new ReentrantLock();
    return queue.removeStale(
        copies -> {
          oneConnection.lock();
          try {
            return moves.stale(copies, moved);
          } finally {
            oneConnection.unlock();
          }
        },
        deadline::left);
  }
}
