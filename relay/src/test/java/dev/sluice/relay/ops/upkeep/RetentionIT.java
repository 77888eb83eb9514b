package dev.sluice.relay.ops.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import dev.sluice.relay.log.PostgresLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ring gets other slots when the retention changes, and loses nothing. */
final class RetentionIT {

  private static final String CHANGE = "SELECT outbox.set_retention('%s')";
  private static final String SLOT_OF_NOW = "SELECT outbox.slot(clock_timestamp())";

  private final KeptDatabase kept = new KeptDatabase();

  @AfterEach
  void drop() {
    kept.close();
  }

  private void change(String retention) {
    try (Connection admin = kept.database.connect("admin");
        Statement statement = admin.createStatement()) {
      statement.execute(CHANGE.formatted(retention));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> width() {
    return kept.database.rows("SELECT outbox.slot_width()");
  }

  @Test
  void slotLastsATwelfthOfTheRetentionAndAQuarterOfAnHourAtLeast() {
    assertThat(width()).containsExactly("50400");
    change("30 days");
    assertThat(width()).containsExactly("216000");
    change("1 hour");
    assertThat(width()).containsExactly("900");
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> change("-1 hour"));
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> change("11 years"));
    assertThat(kept.count("outbox.audit WHERE action = 'retention'")).isEqualTo(2);
  }

  /** With the new width alone, most slots would seem to be over at once. */
  @Test
  void shorterRetentionEmptiesNothingEarly() {
    for (int slot = 0; slot < 16; slot++) {
      kept.append(slot, "s", 2);
    }
    kept.drained.run("lane");
    change("1 hour");
    assertThat(kept.ring.over(Duration.ofHours(1))).isEmpty();
    kept.clean(Duration.ofHours(1));
    assertThat(kept.count("outbox.event")).isEqualTo(32);
    assertThat(
            kept.database.rows(
                "SELECT count(*) FROM outbox.ring() WHERE ends_at >= outbox.slot_width_since()"))
        .containsExactly("16");
  }

  @Test
  void sameRetentionChangesNothing() {
    kept.drained.append(1, 5, 10);
    kept.drained.run("lane");
    String tokens = "SELECT DISTINCT token FROM outbox.shard";
    List<String> before = kept.database.rows(tokens);
    change("7 days");
    assertThat(kept.database.rows(tokens)).isEqualTo(before);
    change("14 days");
    assertThat(kept.database.rows(tokens)).isNotEqualTo(before);
  }

  @Test
  void statementsThatWerePreparedBeforeUseTheNewSlots() throws SQLException {
    try (Connection writer = kept.database.connect("postgres");
        PreparedStatement append =
            writer.prepareStatement(
                "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1')");
        Statement plan = writer.createStatement()) {
      plan.execute(
          "PREPARE append AS INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 'T', '1')");
      for (int i = 0; i < 8; i++) {
        append.execute();
        plan.execute("EXECUTE append");
      }
      String otherSlot = "SELECT count(*) FROM outbox.event WHERE slot <> outbox.slot(created_at)";
      assertThat(kept.database.rows(otherSlot)).containsExactly("0");
      kept.database.execute("DELETE FROM outbox.event");
      for (String retention : List.of("1 hour", "50 days", "99 days", "1 day")) {
        change(retention);
        plan.execute("EXECUTE append");
        append.execute();
        plan.execute("SELECT outbox.append('s', 'T', '1')");
        assertThat(kept.database.rows(otherSlot)).as(retention).containsExactly("0");
        kept.database.execute("DELETE FROM outbox.event");
      }
    }
  }

  @Test
  void lanesGoOnWhereTheyWere() {
    kept.drained.append(3, 10, 100);
    assertThat(kept.drained.run("lane").published()).isEqualTo(100);
    for (String retention : List.of("1 hour", "60 days", "7 days")) {
      kept.drained.append(3, 10, 10);
      change(retention);
      kept.drained.append(3, 10, 10);
      assertThat(kept.drained.run("lane").published()).as(retention).isEqualTo(20);
    }
    kept.drained.assertAccounted();
    assertThat(kept.drained.broker.delivered()).hasSize(160);
  }

  @Test
  void laneThatReadByTheOldSlotsLosesItsLeaseAndLearnsTheNewOnes() {
    try (PostgresLog log = kept.database.log()) {
      Duration ttl = Duration.ofMinutes(1);
      Lease lease =
          log.lease(new LeaseRequest("lane", null, ShardSet.NONE, ShardSet.ALL, ttl, ttl));
      Map<Snapshot, ShardSet> since = Map.of(Snapshot.NOTHING, ShardSet.ALL);
      News news = log.news(since);
      change("100 days");
      assertThat(log.renew(lease.token(), ttl)).isEqualTo(ShardSet.NONE);
      kept.drained.append("s", "k");
      assertThat(kept.database.rows(SLOT_OF_NOW))
          .isEqualTo(kept.database.rows("SELECT slot FROM outbox.event"));
      assertThat(log.news(Map.of(news.now(), ShardSet.ALL)).fresh())
          .singleElement()
          .extracting(News.Fresh::count)
          .isEqualTo(1L);
    }
  }

  @Test
  void positionsKeepTheirSnapshotsAndSearchEverySlot() {
    String document =
        "[{\"shards\":[0,1],\"news\":\"10:12:11@1763550000000000\",\"lag\":{\"5:6:@7\":[\"1:1:@3\",0,7,\"10:10:@99\"]}}]";
    kept.database.execute(
        "INSERT INTO outbox.progress (token, document) VALUES (4, '[]'), (4, '%s'); SELECT setval('outbox.lease_token', 4); UPDATE outbox.shard SET token = 4, owner = 'lane' WHERE shard < 2"
            .formatted(document));
    change("1 hour");
    assertThat(
            kept.database.rows(
                "SELECT DISTINCT p.document::text FROM outbox.shard s JOIN outbox.progress p ON p.token = s.token AND s.token > 0 WHERE s.shard < 2 AND s.owner IS NULL"))
        .containsExactly(
            "[{\"shards\":[0,1],\"news\":\"10:12:11@0\",\"lag\":{\"5:6:@7\":[\"1:1:@0\",0,7,\"10:10:@0\"]}}]");
    assertThat(kept.database.rows("SELECT crashes FROM outbox.shard WHERE crashes > 0")).isEmpty();
  }

  /** A statement that began by the old width would fill old slots behind the lanes' backs. */
  @Test
  void openTransactionThatAppendedIsWaitedFor() throws SQLException {
    try (Connection writer = kept.database.connect("postgres");
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute(KeptDatabase.insert(3, "s", 1));
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> change("1 hour"))
          .havingRootCause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
      assertThat(width()).containsExactly("50400");
      writer.commit();
    }
    change("1 hour");
    assertThat(width()).containsExactly("900");
  }

  private void fill() {
    for (int slot = 0; slot < 16; slot++) {
      kept.append(slot, "s", 2);
    }
    kept.drained.run("lane");
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 0", "PT1H, 1 hour", "P7D, 7 days", "P365D, 365 days"})
  void slotsAreEmptiedWhenTheirTimeIsPastByTheRetention(Duration keep, String retention) {
    change(retention);
    // as if the width had been this one for ever
    kept.database.execute(
        "CREATE OR REPLACE FUNCTION outbox.slot_width_since() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE RETURN '-infinity'::timestamptz");
    fill();
    int past = kept.ring.over(keep).size();
    assertThat(past).isBetween(keep.isZero() ? 15 : 2, 15);
    Map<String, Object> answer = kept.clean(keep);
    assertThat(answer).containsEntry("done", true);
    int emptied = KeptDatabase.list(answer, "emptiedSlots").size();
    assertThat(emptied).as("a slot may have ended meanwhile").isBetween(past, past + 1);
    assertThat(kept.count("outbox.event")).isEqualTo(32 - 2L * emptied);
  }

  /** A negative retention is as if so much time had passed. */
  @ParameterizedTest
  @CsvSource({
    "0 s, P7D, 7 days",
    "1 hour, P7D, 7 days",
    "7 days, P365D, 365 days",
    "365 days, PT1H, 1 hour"
  })
  void changeWhileSlotsAreFullEmptiesNothingEarlyAndEverythingInTheEnd(
      String from, Duration keep, String to) {
    change(from);
    fill();
    change(to);
    assertThat(kept.clean(keep)).containsEntry("done", true).containsEntry("keptSlots", List.of());
    assertThat(kept.count("outbox.event")).isEqualTo(32);
    Duration turn = Duration.ofSeconds(Long.parseLong(width().getFirst()));
    kept.clean(turn.multipliedBy(-17));
    assertThat(kept.count("outbox.event")).isZero();
    assertThat(kept.found).isEmpty();
  }

  @Test
  void slotThatWasExaminedBeforeTheChangeIsNotEmptied() {
    kept.append(kept.oldest, "s", 5);
    kept.drained.run("lane");
    Examined before = kept.examined();
    change("1 hour");
    assertThat(kept.ring.empty(before, "ann")).isFalse();
    assertThat(kept.count("outbox.event")).isEqualTo(5);
  }
}
