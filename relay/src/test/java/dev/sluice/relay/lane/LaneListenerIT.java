package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a listener hears of a lane on a real log, and what it cannot break. */
final class LaneListenerIT {

  private final DrainedDatabase drained = new DrainedDatabase();
  private final ListenerNotes notes = new ListenerNotes();

  @AfterEach
  void drop() {
    drained.close();
  }

  @Test
  void deliveriesAreHeardInOrderAndAgainWhenTheyAreSettled() {
    drained.append(2, 7, 1000);
    LaneReport report = drained.run("lane", notes);
    assertThat(notes.lines).containsExactly("leased 16");
    assertThat(notes.acknowledged).hasSize(1000).containsExactlyElementsOf(notes.delivered);
    assertThat(notes.changes).isEmpty();
    assertThat(notes.nanos).isPositive();
    assertThat(report.toMap())
        .containsEntry("published", 1000L)
        .containsEntry("leasedShards", 16)
        .containsEntry("crashesDetected", 0)
        .containsEntry("lostShards", 0)
        .containsEntry("openBreakers", 0)
        .containsEntry("unroutedStreams", 0)
        .containsEntry("stopped", "drained")
        .doesNotContainKey("putBack");
    assertThat(report.millis()).isPositive();
  }

  @Test
  void failuresAreHeardWithTheirAttemptCodeReasonAndDelay() {
    drained.broker.answers(
        message ->
            switch (message.key()) {
              case "busy" -> new Retryable("BUSY", "this time");
              case "bad" -> new Rejected("BAD", "always");
              default -> new Delivered("-");
            });
    for (String key : List.of("busy", "bad", "good", "busy")) {
      drained.append("s", key);
    }
    drained.run("lane", notes);
    assertThat(notes.delivered).containsExactly(3L);
    assertThat(notes.changes)
        .extracting(change -> change.event().seq())
        .containsExactlyInAnyOrder(1L, 2L, 4L);
    for (Change change : notes.changes) {
      switch (change) {
        case Change.Failed failed -> {
          assertThat(failed.code() + failed.reason() + failed.failures())
              .isEqualTo("BUSYthis time1");
          assertThat(failed.delay()).hasMillis(300);
        }
        case Change.Dead dead -> assertThat(dead.code() + dead.failures()).isEqualTo("BAD1");
        case Change.Waiting waiting -> assertThat(waiting.event().seq()).isEqualTo(4);
        case Change.Released released -> throw new AssertionError(released);
      }
    }
  }

  @Test
  void outagesCrashesAndUnroutedStreamsAreHeardOnce() {
    drained.broker.answers(message -> new Unavailable("DOWN", "nobody answers"));
    drained.append(1, 7, 30);
    drained.database.execute(
        "UPDATE outbox.shard SET owner = 'killed', token = 0, leased_until = now() - interval '1 s' WHERE shard < 3");
    LaneReport report = drained.run("lane", notes);
    assertThat(notes.lines).containsExactly("leased 16", "crash 3", "opened DOWN");
    assertThat(report.crashesDetected()).isEqualTo(1);
    assertThat(report.openBreakers()).isEqualTo(1);

    notes.lines.clear();
    drained.broker.answers(message -> new Delivered("-"));
    drained.database.execute("UPDATE outbox.state SET breaker_open_until = now()");
    assertThat(drained.run("lane", notes).openBreakers()).isZero();
    assertThat(notes.lines).containsExactly("leased 16", "closed");
  }

  @Test
  void streamWithoutARouteIsHeardAndItsEventsStay() {
    try (DrainedDatabase some = new DrainedDatabase("orders*", "", "")) {
      some.append("lost", "k");
      some.append("lost", "k");
      some.append("orders-1", "k");
      LaneReport report = some.run("lane", notes);
      assertThat(notes.lines).containsExactly("leased 16", "unrouted lost: no route matches it");
      assertThat(report.unroutedStreams()).isEqualTo(1);
      assertThat(report.published()).isEqualTo(1);
    }
  }

  @Test
  void lostShardsAreHeard() {
    drained.append(3, 50, 3000);
    AtomicBoolean taken = new AtomicBoolean();
    drained.broker.before(
        messages -> {
          if (taken.compareAndSet(false, true)) {
            drained.database.execute(
                """
                UPDATE outbox.shard SET owner = 'another', token = nextval('outbox.lease_token'),
                  leased_until = now() + interval '1 h' WHERE shard < 5
                """);
          }
        });
    LaneReport report = drained.run("lane", notes);
    assertThat(notes.lines).containsExactly("leased 16", "lost 5");
    assertThat(report.lostShards()).isEqualTo(5);
    String others = "SELECT seq FROM outbox.event WHERE shard < 5";
    List<Long> lost = drained.database.rows(others).stream().map(Long::valueOf).toList();
    assertThat(notes.delivered).isNotEmpty().doesNotContainAnyElementsOf(lost);
  }

  /** Its settle and the taking back of its names are under way together. */
  @Test
  void shardsThatACarefulLaneLosesAreHeardOnce() {
    drained.append(1, 7, 10);
    drained.database.execute(
        "UPDATE outbox.shard SET owner = 'killed', leased_until = now() - interval '1 s'");
    drained.broker.before(
        messages ->
            drained.database.execute(
                "UPDATE outbox.shard SET owner = 'another', token = 999999, leased_until = now() + interval '1 h'"));
    LaneReport report = drained.run("lane", notes);
    assertThat(notes.lines).containsExactly("leased 16", "crash 16", "lost 16");
    assertThat(report.lostShards()).isEqualTo(16);
  }

  @Test
  void eventThatAppearsBehindDeliveredOnesOfItsKeyIsAStepBack() {
    AtomicBoolean once = new AtomicBoolean(true);
    drained.database.execute("ALTER TABLE outbox.event ALTER COLUMN seq RESTART WITH 100");
    drained.append("s", "k");
    drained.append("s", "k");
    RelayListener late =
        new RelayListener() {
          @Override
          public void settled(
              Destination destination, List<LogEvent> events, List<Change> more, long nanos) {
            if (once.getAndSet(false)) {
              drained.append("s", "k", ", seq, payload", ", 7, '{}'");
            }
          }

          @Override
          public void steppedBack(LogEvent event, long after) {
            notes.steppedBack(event, after);
          }
        };
    LaneReport report = drained.loop(late, () -> drained.broker.delivered().size() == 3);
    assertThat(report.published()).isEqualTo(3);
    assertThat(notes.lines).containsExactly("back 7 after 101");
  }

  @Test
  void redrivenEventIsToldApart() {
    drained.broker.answers(
        message -> message.seq() == 1 ? new Rejected("BAD", "always") : new Delivered("-"));
    drained.append("s", "k");
    drained.append("s", "k");
    AtomicBoolean once = new AtomicBoolean(true);
    RelayListener operator =
        new RelayListener() {
          @Override
          public void settled(
              Destination destination, List<LogEvent> events, List<Change> more, long nanos) {
            boolean passed = events.stream().anyMatch(event -> event.seq() == 2);
            if (passed && once.getAndSet(false)) {
              drained.broker.answers(message -> new Delivered("-"));
              drained.database.execute(
                  "UPDATE outbox.held SET status = 'WAITING', retry_count = 0, redriven_at = now()");
              drained.database.execute(
                  "INSERT INTO outbox.state (subscription, kind, name, changes) VALUES ('main', 'held', '', 1)");
            }
          }

          @Override
          public void steppedBack(LogEvent event, long after) {
            notes.steppedBack(event, after);
          }
        };
    drained.loop(operator, () -> drained.deliveredOf("s", "k").size() == 2);
    drained.assertAccounted();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(2L, 1L);
    assertThat(notes.lines).containsExactly("back 1 after 2 redriven");
  }

  @Test
  void listenerThatThrowsCostsNothingAndHearsNothingMore() {
    drained.append(2, 7, 1000);
    List<Integer> heard = new ArrayList<>();
    RelayListener broken =
        new RelayListener() {
          @Override
          public void leased(int shards) {
            heard.add(shards);
            throw new IllegalStateException("a bug of the listener");
          }

          @Override
          public void settled(
              Destination destination, List<LogEvent> events, List<Change> more, long nanos) {
            heard.add(-1);
          }
        };
    assertThat(drained.run("lane", broken).published()).isEqualTo(1000);
    assertThat(heard).containsExactly(16);
    drained.assertAccounted();
  }
}
