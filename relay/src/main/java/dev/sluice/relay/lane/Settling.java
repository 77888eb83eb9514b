package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/** Writes down what became of completed calls: all that are complete, in one statement. */
final class Settling {

  private static final long AGAIN = Duration.ofSeconds(1).toNanos();

  private final Tasks tasks;
  private final HeldShards held;
  private final Strands strands;
  private final BlockedKeys blocked;
  private final BiConsumer<ShardSet, ShardSet> fenced;
  private final Listeners listeners;
  private List<Call> completed = new ArrayList<>();
  private List<Call> settling = List.of();
  private boolean busy;
  private long number;
  private long notBefore = Long.MIN_VALUE;
  private long passesAt = Long.MIN_VALUE;
  long published;
  long failed;
  long dead;
  long batches;

  Settling(
      Tasks tasks,
      HeldShards held,
      Strands strands,
      BlockedKeys blocked,
      BiConsumer<ShardSet, ShardSet> fenced,
      Listeners listeners) {
    this.tasks = tasks;
    this.held = held;
    this.strands = strands;
    this.blocked = blocked;
    this.fenced = fenced;
    this.listeners = listeners;
  }

  void add(Call call) {
    completed.add(call);
  }

  boolean busy() {
    return busy || !completed.isEmpty() || !settling.isEmpty();
  }

  /** Whether only a progress is left to be written, of streams that are not the lane's. */
  boolean owesProgress() {
    return strands.passedOver() && held.token() != null;
  }

  /**
   * @param last the lane was told to end
   */
  void start(long now, boolean last) {
    boolean nothing = completed.isEmpty() && settling.isEmpty();
    boolean passing = nothing && owesProgress() && (last || now >= passesAt);
    if (busy || now < notBefore || (nothing && !passing)) {
      return;
    }
    if (settling.isEmpty()) {
      settling = completed;
      completed = new ArrayList<>();
      number++;
      settling.forEach(call -> call.batches.forEach(batch -> batch.strand().settle(batch)));
    }
    if (held.token() == null) {
      settling.forEach(
          this::end); // every shard was lost: their owner finds the events as they were
      settling = List.of();
      return;
    }
    Settlement settlement = settlement();
    passesAt = now + AGAIN;
    busy = true;
    tasks.onSettler(
        log -> log.settle(settlement),
        kept -> {
          busy = false;
          held.wanted(kept.wanted());
          settled(settlement, kept.shards());
        },
        unreachable -> {
          busy = false;
          notBefore = now + AGAIN;
        });
  }

  private void settled(Settlement settlement, ShardSet shards) {
    if (!shards.equals(settlement.shards())) {
      fenced.accept(settlement.shards(), shards); // and settle again with those that are ours
      return;
    }
    settling.forEach(this::end);
    settling.forEach(call -> listeners.settled(call, shards));
    batches += settling.isEmpty() ? 0 : 1;
    settling = List.of();
    settlement.deliveries().forEach(delivery -> published += delivery.seqs().size());
    for (Change change : settlement.changes()) {
      switch (change) {
        case Change.Failed f -> failed++;
        case Change.Dead d -> dead++;
        case Change.Waiting w -> {}
        case Change.Released r -> {}
      }
    }
  }

  private void end(Call call) {
    call.queue.settled(call);
    call.changes().forEach(change -> blocked.settled(change.event().key()));
    call.batches.forEach(batch -> strands.tidy(batch.strand().stream));
  }

  private Settlement settlement() {
    ShardSet mine = held.shards();
    Map<Place, Delivery> deliveries = new LinkedHashMap<>();
    List<Change> changes = new ArrayList<>();
    for (Call call : settling) {
      String destination = call.queue.destination.uri();
      for (int i = 0; i < call.delivered().size(); i++) {
        LogEvent event = call.delivered().get(i);
        if (mine.contains(event.shard())) {
          Delivery delivery =
              deliveries.computeIfAbsent(
                  new Place(event.message().stream(), event.slot()),
                  place -> at(place, destination));
          delivery.seqs().add(event.seq());
          delivery.receipts().add(call.receipts().get(i));
        }
      }
      call.changes().stream()
          .filter(change -> mine.contains(change.event().shard()))
          .forEach(changes::add);
    }
    return new Settlement(
        Objects.requireNonNull(held.token()),
        number,
        mine,
        List.copyOf(deliveries.values()),
        changes,
        strands.progress());
  }

  private record Place(String stream, int slot) {}

  private static Delivery at(Place place, String destination) {
    return new Delivery(
        place.slot(), place.stream(), destination, new ArrayList<>(), new ArrayList<>());
  }
}
