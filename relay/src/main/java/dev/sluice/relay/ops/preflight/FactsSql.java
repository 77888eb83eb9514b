package dev.sluice.relay.ops.preflight;

import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.preflight.Facts.UsedSlot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks a database that may lack the schema. */
public final class FactsSql {

  private static final String SERVER =
      """
      SELECT current_setting('server_version_num')::int, current_user::text, clock_timestamp(),
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
        to_regprocedure('outbox.schema_version()') IS NOT NULL
      """;

  private static final String VERSION = "SELECT version, oldest FROM outbox.schema_version()";

  private static final String LACKING =
      """
      SELECT need || ' on ' || thing FROM (VALUES
        ('SELECT', 'event'), ('SELECT', 'delivery'), ('SELECT', 'status'), ('SELECT', 'events'), ('SELECT', 'shard'),
        ('SELECT', 'progress'), ('DELETE', 'progress'), ('INSERT', 'held'), ('UPDATE', 'held'), ('DELETE', 'held'),
        ('INSERT', 'state'), ('UPDATE', 'state'), ('INSERT', 'audit'), ('INSERT', 'operation'), ('UPDATE', 'operation'),
        ('DELETE', 'operation'), ('INSERT', 'runner'), ('DELETE', 'inbox')) n(need, thing)
      WHERE NOT has_table_privilege('outbox.' || thing, need)
      UNION ALL
      SELECT 'TRUNCATE on ' || c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent IN ('outbox.event'::regclass, 'outbox.delivery'::regclass) AND NOT has_table_privilege(c.oid, 'TRUNCATE')
      UNION ALL
      SELECT 'EXECUTE on ' || f FROM (VALUES ('outbox.backlog()'), ('outbox.ring()'), ('outbox.append_probe(text)'), ('outbox.at_home()')) n(f)
      WHERE NOT has_function_privilege(f, 'EXECUTE')
      """;

  /* The first row by transaction stands for the oldest: one look at the index of each leaf. */
  private static final String USED =
      """
      SELECT r.slot, r.began_at, r.ends_at, r.returns_at,
        (SELECT e.created_at FROM outbox.event e WHERE e.slot = r.slot ORDER BY e.xact LIMIT 1)
      FROM outbox.ring() r
      WHERE EXISTS (SELECT FROM outbox.event e WHERE e.slot = r.slot) OR EXISTS (SELECT FROM outbox.delivery d WHERE d.slot = r.slot)
      ORDER BY r.returns_at, r.slot
      """;

  private static final String WIDTH = "SELECT outbox.slot_width()";

  private static final String AT_HOME = "SELECT outbox.at_home()";

  private static final String STREAMS =
      "SELECT stream FROM outbox.status WHERE pending + failed + dead > 0 ORDER BY 1";

  private final Session session;

  public FactsSql(Session session) {
    this.session = session;
  }

  /** Also where there is no schema at all. */
  public Facts facts() {
    return session.perform(FactsSql::facts);
  }

  private static Facts facts(Connection connection) throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement(SERVER);
        ResultSet row = ask.executeQuery()) {
      row.next();
      boolean schema = row.getBoolean(5);
      int[] version = schema ? version(connection) : new int[] {0, 1};
      List<String> lacking = schema ? list(connection, LACKING, r -> text(r, 1)) : List.of();
      boolean seen = schema && lacking.stream().noneMatch(FactsSql::keepsFromReading);
      return new Facts(
          row.getInt(1),
          text(row, 2),
          version[0],
          version[1],
          !seen || list(connection, AT_HOME, r -> r.getBoolean(1)).getFirst(),
          lacking,
          Objects.requireNonNull(instant(row, 3)),
          row.getBoolean(4),
          seen ? list(connection, WIDTH, FactsSql::seconds).getFirst() : Duration.ZERO,
          seen ? list(connection, USED, FactsSql::used) : List.of(),
          seen ? list(connection, STREAMS, r -> text(r, 1)) : List.of());
    }
  }

  private static boolean keepsFromReading(String privilege) {
    return privilege.startsWith("SELECT ") || privilege.startsWith("EXECUTE ");
  }

  private static int[] version(Connection connection) throws SQLException {
    return list(connection, VERSION, row -> new int[] {row.getInt(1), row.getInt(2)}).getFirst();
  }

  private static UsedSlot used(ResultSet row) throws SQLException {
    return new UsedSlot(
        row.getInt(1),
        Objects.requireNonNull(instant(row, 2)),
        Objects.requireNonNull(instant(row, 3)),
        Objects.requireNonNull(instant(row, 4)),
        instant(row, 5));
  }

  private static Duration seconds(ResultSet row) throws SQLException {
    return Duration.ofSeconds(row.getLong(1));
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  @FunctionalInterface
  private interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> list(Connection connection, String sql, Row<T> row)
      throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement(sql);
        ResultSet rows = ask.executeQuery()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(row.of(rows));
      }
      return list;
    }
  }
}
