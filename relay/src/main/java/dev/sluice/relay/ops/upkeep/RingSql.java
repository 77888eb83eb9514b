package dev.sluice.relay.ops.upkeep;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.log.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Empties slots of the ring. A slot is examined without a lock, which may take minutes; then it is
 * locked, and truncated if nothing came since.
 */
final class RingSql {

  /*
   * A leaf that was truncated has no pages. The slots that come round next are first. A slot is needed when its next turn
   * comes in two and a half widths or less. A slot is over for three widths before its turn comes back, and clean must come at
   * least once in 2.4 of them: so it finds each slot while it is needed.
   */
  private static final String OVER =
      """
      SELECT r.slot, r.ends_at, r.returns_at < now() + 2.5 * outbox.slot_width() * interval '1 s' FROM outbox.ring() r
      WHERE r.ends_at < now() - ?::bigint * interval '1 s'
        AND pg_relation_size('outbox.event_' || lpad(r.slot::text, 2, '0'))
          + pg_relation_size('outbox.delivery_' || lpad(r.slot::text, 2, '0')) > 0
      ORDER BY r.returns_at
      """;

  /*
   * A moment is enough, or the try is over: readers of the whole log wait behind this lock. With it
   * no transaction has rows here that are not committed. Everything that is visible now and was not
   * when the slot was examined committed meanwhile, and nobody has looked whether it is accounted for.
   */
  private static final String LOCK =
      """
      SET LOCAL lock_timeout = '50ms';
      SET LOCAL enable_seqscan = off;
      LOCK TABLE outbox.event_%1$02d, outbox.delivery_%1$02d IN ACCESS EXCLUSIVE MODE
      """;

  private static final String CAME_SINCE =
      """
      SELECT EXISTS (SELECT FROM outbox.event e WHERE e.slot = %1$d AND e.xact >= pg_snapshot_xmax(s.seen))
        OR EXISTS (SELECT FROM outbox.event e WHERE e.slot = %1$d AND e.xact = ANY (ARRAY(SELECT pg_snapshot_xip(s.seen))))
        OR NOT EXISTS (SELECT FROM outbox.ring() r WHERE r.slot = %1$d AND r.ends_at = ?::timestamptz)
      FROM (SELECT ?::pg_snapshot AS seen) s
      """;

  private static final String TRUNCATE = "TRUNCATE outbox.event_%1$02d, outbox.delivery_%1$02d";

  private static final String AUDIT =
      "INSERT INTO outbox.audit (action, actor, filter, affected) VALUES ('clean', ?, ?::json, ?)";

  private final Session session;

  RingSql(Session session) {
    this.session = session;
  }

  /**
   * A slot whose time is over.
   *
   * @param endedAt nothing was inserted into it since
   * @param needed its next turn is near
   */
  record Slot(int number, OffsetDateTime endedAt, boolean needed) {
    Instant ended() {
      return endedAt.toInstant();
    }
  }

  /** The slots whose time has been over for longer than that and that are not empty. */
  List<Slot> over(Duration keep) {
    return session.perform(
        connection -> {
          try (PreparedStatement over = connection.prepareStatement(OVER)) {
            over.setLong(1, keep.toSeconds());
            try (ResultSet rows = over.executeQuery()) {
              List<Slot> slots = new ArrayList<>();
              while (rows.next()) {
                slots.add(
                    new Slot(
                        rows.getInt(1),
                        Objects.requireNonNull(rows.getObject(2, OffsetDateTime.class)),
                        rows.getBoolean(3)));
              }
              return slots;
            }
          }
        });
  }

  /**
   * False if something came since it was examined. Throws {@link
   * dev.sluice.relay.lane.LogLostException} if the slot is in use.
   */
  boolean empty(Examined examined, String actor) {
    if (!examined.accounted()) {
      throw new IllegalArgumentException("slot " + examined.slot() + " is not accounted for");
    }
    return session.transact(connection -> empty(connection, examined, actor));
  }

  private static boolean empty(Connection connection, Examined examined, String actor)
      throws SQLException {
    int slot = examined.slot().number();
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK.formatted(slot));
      if (cameSince(connection, examined)) {
        return false;
      }
      statement.execute(TRUNCATE.formatted(slot));
    }
    try (PreparedStatement audit = connection.prepareStatement(AUDIT)) {
      audit.setString(1, actor);
      audit.setString(2, filter(examined.slot()));
      audit.setLong(3, examined.events());
      audit.executeUpdate();
    }
    return true;
  }

  private static boolean cameSince(Connection connection, Examined examined) throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement(CAME_SINCE.formatted(examined.slot().number()))) {
      ask.setObject(1, examined.slot().endedAt());
      ask.setString(2, examined.snapshot());
      try (ResultSet row = ask.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }

  private static String filter(Slot slot) {
    try {
      return JSON.std.asString(Map.of("slot", slot.number(), "endedAt", slot.ended().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
