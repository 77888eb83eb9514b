package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.RetryPolicy;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.lane.BlockingStreams;
import dev.sluice.relay.lane.EventKey;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Many dead events, and many that wait behind one, cost what is read of them. */
final class BlockedPlansIT {

  private static final BlockingStreams BLOCKING =
      new BlockingStreams(
          List.of(
              new Route(
                  "blocks",
                  Destination.parse("fake:a", Format.RAW, true),
                  OnDead.BLOCK,
                  new RetryPolicy.Listed(List.of(Duration.ofSeconds(1))),
                  5)));
  private static final String HOLD =
      """
      INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type,
        partition_key, content_type, payload)
      SELECT 'main', i, %s, now(), gen_random_uuid(), 0, 0, %s, 'T', %s, 'text', '{}' FROM generate_series(%d, %d) i
      """;
  private static final EventKey KEY = new EventKey("blocks", "k");

  private final LogDatabase database = new LogDatabase();
  private Connection relay;

  @BeforeEach
  void hold() throws SQLException {
    relay = database.connect("outbox_relay");
    database.execute(HOLD.formatted("'WAITING'", "'blocks'", "'k'", 1, 5));
    database.execute(HOLD.formatted("'DEAD'", "'blocks'", "'k'", 6, 6));
    database.execute(HOLD.formatted("'WAITING'", "'blocks'", "'k'", 7, 20_000));
    database.execute(HOLD.formatted("'DEAD'", "'goes-on-' || i % 3", "i % 50", 20_001, 60_000));
  }

  @AfterEach
  void drop() throws SQLException {
    relay.close();
    database.close();
  }

  private QueryPlan touched(String sql) throws SQLException {
    return QueryPlan.of(relay, ", ANALYZE, BUFFERS, TIMING OFF", sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT", "ANALYZE outbox.held"})
  void headsBeforeADeadEventTouchNothingBehindIt(String statistics) throws SQLException {
    database.execute(statistics);
    HeadRequest request = new HeadRequest(List.of(KEY), 50, Windows.ROOM, BLOCKING);
    PGConnection postgres = relay.unwrap(PGConnection.class);
    QueryPlan plan = touched(ofMain(Heads.headsSql(postgres, request, new int[] {50})));
    assertThat(plan.rows()).isEqualTo(5);
    assertThat(plan.buffers()).isLessThan(50);
    database.execute("DELETE FROM outbox.held WHERE seq < 6");
    assertThat(touched(ofMain(Heads.waitsSql(postgres, request, List.of(0)))).buffers())
        .isLessThan(50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT", "ANALYZE outbox.held"})
  void streamsWithDeadEventsAreFoundWithoutTheirEvents(String statistics) throws SQLException {
    database.execute(statistics);
    QueryPlan plan = touched(ofMain(BlockedSql.DEAD_STREAMS));
    assertThat(plan.rows()).isEqualTo(4);
    assertThat(plan.buffers()).isLessThan(100);
  }

  @Test
  void keyIsStoppedIfItsFirstEventIsDeadAndBlocks() throws SQLException {
    assertThat(BlockedSql.read(relay, "main", ShardSet.ALL, BLOCKING))
        .containsExactly(new HeldKey(KEY, 0, Duration.ZERO, false));
    database.execute("DELETE FROM outbox.held WHERE seq < 6");
    assertThat(BlockedSql.read(relay, "main", ShardSet.ALL, BLOCKING))
        .containsExactly(new HeldKey(KEY, 0, Duration.ZERO, true));
    assertThat(BlockedSql.read(relay, "main", ShardSet.ALL, BlockingStreams.NONE))
        .containsExactly(new HeldKey(KEY, 0, Duration.ZERO, false));
    assertThat(BlockedSql.read(relay, "main", ShardSet.of(1), BLOCKING)).isEmpty();
    database.execute("DELETE FROM outbox.held WHERE seq BETWEEN 7 AND 20000");
    assertThat(BlockedSql.read(relay, "main", ShardSet.ALL, BLOCKING))
        .containsExactly(new HeldKey(KEY, 0, Duration.ZERO, true));
    assertThat(BlockedSql.read(relay, "main", ShardSet.ALL, BlockingStreams.NONE)).isEmpty();
  }

  @Test
  void headsSayWhichKeyIsStopped() throws SQLException {
    EventKey other = new EventKey("goes-on-1", "7");
    HeadRequest request = new HeadRequest(List.of(KEY, other), 50, Windows.ROOM, BLOCKING);
    HeldHeads heads = database.log().heads(request);
    assertThat(heads.events()).hasSize(5);
    assertThat(heads.stopped()).isEmpty();
    database.execute(
        "UPDATE outbox.held SET status = 'FAILED', next_retry_at = now() + interval '1 h' WHERE seq < 6");
    heads = database.log().heads(request);
    assertThat(heads.events()).isEmpty();
    assertThat(heads.stopped()).as("an earlier event waits").isEmpty();
    assertThat(heads.waits()).containsOnlyKeys(KEY);
    database.execute("DELETE FROM outbox.held WHERE seq < 6");
    heads = database.log().heads(request);
    assertThat(heads.events()).isEmpty();
    assertThat(heads.waits()).isEmpty();
    assertThat(heads.stopped()).containsExactly(KEY);
  }

  private static String ofMain(String sql) {
    return OfSubscription.sql(sql, "main");
  }
}
