package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A look at the outbox reads what is owed and never what is done, whatever PostgreSQL knows of the
 * tables: counted are the rows and index entries of the log that a statement went through.
 */
final class StatusCostIT {

  private static final int DONE = 50_000;
  private static final int OWED = 500;

  /* Of the slots and their indexes, in this transaction. */
  private static final String TOUCHED =
      """
      SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0) FROM pg_class c
      WHERE c.relnamespace = 'outbox'::regnamespace AND c.relkind IN ('r', 'i') AND c.relname ~ '^(event|held)_'
      """;

  enum Tables {
    EMPTY(0, "", ""),
    NEVER_ANALYZED(2, "", ""),
    ANALYZED_WHEN_EMPTY(
        2, "ANALYZE outbox.event; ANALYZE outbox.held; ANALYZE outbox.progress", ""),
    ANALYZED(2, "", "ANALYZE outbox.event"),
    ALL_SLOTS_FULL(16, "", ""),
    ALL_SLOTS_FULL_AND_ANALYZED(16, "", "ANALYZE outbox.event");

    private final int slots;
    private final String before;
    private final String after;

    Tables(int slots, String before, String after) {
      this.slots = slots;
      this.before = before;
      this.after = after;
    }
  }

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private void fill(int slots, int events) {
    database.execute(
        """
        INSERT INTO outbox.event (slot, stream, event_type, partition_key, payload)
        SELECT i %% %d, 'stream-' || i %% 5, 'T', 'k' || i %% 50, json_build_object('text', repeat('x', 100))
        FROM generate_series(1, %d) i
        """
            .formatted(slots, events));
  }

  /** All of it was settled, but for one stream that is paused since before its last events. */
  private void settle() {
    database.execute(
        """
        INSERT INTO outbox.progress (token, document) SELECT 1, json_build_array(json_build_object(
          'shards', (SELECT json_agg(i) FROM generate_series(0, 15) i), 'news', pg_current_snapshot() || '@0', 'lag', '{}'::json));
        UPDATE outbox.shard SET token = 1
        """);
  }

  private void lag() {
    database.execute(
        """
        INSERT INTO outbox.progress (token, document) SELECT 1, json_build_array(json_build_object(
          'shards', (SELECT json_agg(i) FROM generate_series(0, 15) i), 'news', pg_current_snapshot() || '@0',
          'lag', json_build_object('stream-1', json_build_array(
            (SELECT document -> 0 ->> 'news' FROM outbox.progress), 0, (SELECT max(seq) + 1 - %d FROM outbox.event)))))
        """
            .formatted(OWED));
  }

  private long touched(String sql) throws SQLException {
    try (Connection operator = database.connect("outbox_operator");
        Statement statement = operator.createStatement()) {
      operator.setAutoCommit(false);
      long before = touched(statement);
      statement.execute(sql);
      long touched = touched(statement) - before;
      operator.rollback();
      return touched;
    }
  }

  private static long touched(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(TOUCHED)) {
      row.next();
      return row.getLong(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void statusTouchesOnlyWhatIsOwed(Tables tables) throws SQLException {
    for (int slot = 0; slot < 16; slot++) {
      database.execute(
          "ALTER TABLE outbox.event_%02d SET (autovacuum_enabled = off)".formatted(slot));
    }
    if (!tables.before.isEmpty()) {
      database.execute(tables.before);
    }
    if (tables.slots > 0) {
      fill(tables.slots, DONE);
    }
    settle();
    if (!tables.after.isEmpty()) {
      database.execute(tables.after);
    }
    assertThat(touched("SELECT * FROM outbox.status")).isLessThan(100);
    fill(Math.max(1, tables.slots), OWED);
    assertThat(touched("SELECT * FROM outbox.status")).isBetween((long) OWED, OWED + 200L);
    lag();
    fill(Math.max(1, tables.slots), OWED);
    assertThat(database.rows("SELECT stream || ' ' || pending FROM outbox.status ORDER BY 1"))
        .containsExactly(
            "stream-0 100", "stream-1 200", "stream-2 100", "stream-3 100", "stream-4 100");
    assertThat(touched("SELECT * FROM outbox.status")).isLessThan(3L * OWED);
  }

  /** The control: what walks the log is seen to walk. */
  @Test
  void walkIsSeen() throws SQLException {
    fill(2, DONE);
    assertThat(touched("SELECT count(*) FROM outbox.event WHERE event_type = 'X'"))
        .isGreaterThanOrEqualTo(DONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER_ANALYZED", "ANALYZED", "ALL_SLOTS_FULL"})
  void eventIsFoundByItsIdWithoutAWalk(Tables tables) throws SQLException {
    fill(tables.slots, DONE);
    if (!tables.after.isEmpty()) {
      database.execute(tables.after);
    }
    String id = database.rows("SELECT id FROM outbox.event WHERE seq = 777").getFirst();
    String lookup = "SELECT * FROM outbox.events WHERE id = '" + id + "'";
    assertThat(touched(lookup)).isLessThan(100);
    assertThat(database.rows("SELECT l.id FROM (" + lookup + ") l")).containsExactly(id);
    assertThat(
            touched(
                "SELECT * FROM outbox.events WHERE stream = 'stream-1' ORDER BY seq DESC LIMIT 20"))
        .isLessThan(500);
  }
}
