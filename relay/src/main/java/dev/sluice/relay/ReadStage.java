package dev.sluice.relay;

import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.Outbox.ReadResult;
import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.Outbox.State;
import dev.sluice.relay.Outbox.Subject;
import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the next call waiting before each outlet, with a fair share for every stream. */
final class ReadStage {

  private static final long IDLE_LEAST = Duration.ofMillis(50).toNanos();
  private static final long IDLE_MOST = Duration.ofSeconds(1).toNanos();
  private static final long STATES_EVERY = Duration.ofSeconds(1).toNanos();
  private static final long SWEEP_LEAST = Duration.ofMillis(200).toNanos();

  /** A sweep walks all that is dead or held back; it may take a twentieth of the time. */
  private static final int SWEEP_PART = 20;

  private final LaneState lane;
  private final DeadLetterStage deadLetters;
  private boolean reading;
  private boolean drained;
  private boolean swept;
  private long startedAt = Long.MIN_VALUE;
  private long idleWait = IDLE_LEAST;
  private long readAt = Long.MIN_VALUE;
  private long statesAt = Long.MIN_VALUE;
  private long sweepAt = Long.MIN_VALUE;

  ReadStage(LaneState lane, DeadLetterStage deadLetters) {
    this.lane = lane;
    this.deadLetters = deadLetters;
  }

  /** One read, with what it must remember of its beginning. */
  private record Read(
      ReadRequest request, long startedAt, boolean sweep, boolean complete, boolean asksStates) {}

  private record Answer(ReadResult result, @Nullable Map<Subject, State> states) {}

  boolean reading() {
    return reading;
  }

  /** The last read went over everything that is open and found nothing, and nothing came back. */
  boolean drained() {
    return drained && !reading && lane.inFlight.isEmpty() && !rewound();
  }

  long nextDue() {
    if (reading || blocked()) {
      return Long.MAX_VALUE;
    }
    return rewound() ? Long.MIN_VALUE : readAt;
  }

  private boolean rewound() {
    return lane.streams.values().stream().anyMatch(cursor -> cursor.rewoundSince(startedAt));
  }

  /** There may be something that an idle lane should look at now. */
  void wake() {
    readAt = Long.MIN_VALUE;
    drained = false;
  }

  /** Until something is published or settled, or a shard is ours. */
  private boolean blocked() {
    return lane.leasehold.shards().isEmpty()
        || lane.inFlight.full()
        || (!lane.outlets.isEmpty() && lane.outlets.values().stream().allMatch(this::full));
  }

  private boolean full(Outlet outlet) {
    return outlet.full(lane.config.batch());
  }

  void start(long now) {
    if (reading || blocked() || (now < readAt && !rewound())) {
      return;
    }
    boolean sweep = now >= sweepAt;
    if (sweep) {
      lane.rewindAll();
    }
    boolean complete = sweep && lane.outlets.values().stream().noneMatch(this::full);
    // A read counts as begun strictly after the rewinds and settles that it is to see.
    startedAt = lane.now() + 1;
    Read read = new Read(request(now), startedAt, sweep, complete, now >= statesAt);
    reading = true;
    drained = false;
    lane.tasks.onReader(
        outbox -> new Answer(outbox.read(read.request), read.asksStates ? outbox.states() : null),
        answer -> arrived(read, answer),
        ignored -> {
          reading = false;
          readAt = lane.now() + IDLE_MOST / 2;
          startedAt = readAt; // a rewind is no reason to ask sooner
        });
  }

  private ReadRequest request(long now) {
    List<StreamCursor> open = new ArrayList<>();
    List<String> closed = new ArrayList<>();
    for (StreamCursor cursor : lane.streams.values()) {
      if (readable(cursor, now) > 0) {
        open.add(cursor);
      } else {
        closed.add(cursor.stream);
      }
    }
    int saturated = (int) open.stream().filter(StreamCursor::saturated).count();
    List<Share> shares =
        open.stream().map(cursor -> share(cursor, now, saturated, open.size())).toList();
    return new ReadRequest(
        Set.copyOf(lane.leasehold.shards()),
        shares,
        lane.openTransactions.seen(),
        lane.inFlight.seqsToLeaveOut(lane.openTransactions.earliest(shares)),
        List.copyOf(lane.streams.keySet()),
        closed,
        Math.max(1, lane.config.batch() / 10));
  }

  private int readable(StreamCursor cursor, long now) {
    return cursor.route == null || lane.paused(cursor)
        ? 0
        : lane.outlet(cursor.route).readable(lane.config.batch(), now);
  }

  /** Streams with a backlog divide a batch; the others get the part they had if all were busy. */
  private Share share(StreamCursor cursor, long now, int saturated, int open) {
    // Where a process died, perhaps of what it read, only a little is read at once.
    int batch = lane.leasehold.careful() ? Leasehold.SMALL_BATCH : lane.config.batch();
    int among = cursor.saturated() ? saturated : open;
    int fair = Math.min(cursor.mostAtOnce(), Math.max(1, batch / among));
    int limit = Math.min(readable(cursor, now), fair);
    Route route = Objects.requireNonNull(cursor.route);
    return new Share(
        cursor.stream,
        Math.min(cursor.after(), lane.openTransactions.placeOfUnseen()),
        limit,
        route.destination().ordered(),
        route.onDead() == OnDead.BLOCK,
        cursor.saturated(),
        cursor.rewinds());
  }

  private void arrived(Read read, Answer answer) {
    long now = lane.now();
    reading = false;
    if (read.sweep) {
      sweepAt = now + Math.max(SWEEP_LEAST, SWEEP_PART * (now - read.startedAt));
    }
    if (answer.states != null) {
      statesAt = now + STATES_EVERY;
      lane.learn(answer.states, read.startedAt);
    }
    ReadResult result = answer.result;
    lane.learn(result.snapshot(), read.request.shares());
    result.unknown().forEach(lane::stream);
    result.rewinds().forEach(this::learnRewinds);
    result.events().forEach(event -> offer(event, read.startedAt));
    advance(read, result);
    lane.heldKeys.readDone(read.startedAt);
    pace(read, result, now);
  }

  /** Events came back behind the cursor, so this read brought none of the stream's backlog. */
  private void learnRewinds(String stream, long counted) {
    if (lane.stream(stream).learnRewinds(counted)) {
      lane.stream(stream).rewind(lane.now());
    }
  }

  private void offer(OwedEvent event, long startedAt) {
    StreamCursor cursor = lane.stream(event.message().stream());
    boolean held = lane.heldKeys.holds(event.key(), startedAt);
    if (cursor.route == null || held || lane.inFlight.contains(event)) {
      return;
    }
    Outlet outlet = lane.outlet(cursor.route);
    boolean ours = lane.leasehold.holds(event.shard()) && !lane.paused(cursor);
    if (ours && event.convicted()) {
      deadLetters.convict(event);
    } else if (ours && outlet.accepts(startedAt, lane.now())) {
      lane.inFlight.add(event);
      outlet.offer(event);
    } else {
      cursor.rewind(lane.now());
    }
  }

  private void advance(Read read, ReadResult result) {
    Map<String, Long> last = new HashMap<>();
    Map<String, Integer> count = new HashMap<>();
    Map<String, Long> bytes = new HashMap<>();
    for (OwedEvent event : result.events()) {
      if (!event.retry()) {
        last.put(event.message().stream(), event.seq());
        count.merge(event.message().stream(), 1, Integer::sum);
        bytes.merge(event.message().stream(), (long) event.bytes(), Long::sum);
      }
    }
    for (Share share : read.request.shares()) {
      boolean filled = count.getOrDefault(share.stream(), 0) >= share.limit();
      lane.stream(share.stream())
          .advance(
              read.startedAt,
              last.getOrDefault(share.stream(), 0L),
              result.newest().getOrDefault(share.stream(), 0L),
              filled);
      int events = count.getOrDefault(share.stream(), 0);
      lane.stream(share.stream()).measured(events, bytes.getOrDefault(share.stream(), 0L));
    }
  }

  private void pace(Read read, ReadResult result, long now) {
    if (!result.events().isEmpty() || !result.unknown().isEmpty()) {
      idleWait = IDLE_LEAST;
      readAt = now;
      swept = false;
      return;
    }
    drained = read.complete;
    if (swept || read.sweep) {
      swept = true;
      readAt = now + idleWait;
      idleWait = Math.min(2 * idleWait, IDLE_MOST);
    } else {
      sweepAt = now; // nothing new: look at once for what committed late
      readAt = now;
    }
  }
}
