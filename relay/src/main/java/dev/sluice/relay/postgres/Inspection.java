package dev.sluice.relay.postgres;

import dev.sluice.relay.ops.Upkeep.Facts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What can be asked of a database that may lack all that is Sluice's. */
final class Inspection {

  private static final String SERVER =
      """
      SELECT current_setting('server_version_num')::int, current_user::text, clock_timestamp(),
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
        to_regclass('outbox.event') IS NOT NULL, to_regprocedure('outbox.schema_version()') IS NOT NULL,
        (SELECT count(*) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = to_regclass('outbox.published')
           AND c.relname > 'published_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD'))
      """;

  private static final String VERSION = "SELECT version, oldest FROM outbox.schema_version()";

  private static final String LACKING =
      """
      SELECT need || ' on ' || thing FROM (VALUES
        ('SELECT', 'event'), ('DELETE', 'event'), ('SELECT', 'published'), ('INSERT', 'published'),
        ('SELECT', 'shard'), ('SELECT', 'stream_state'), ('INSERT', 'audit'), ('INSERT', 'operation'),
        ('UPDATE', 'operation'), ('INSERT', 'runner'), ('DELETE', 'inbox'), ('SELECT', 'status')) n(need, thing)
      WHERE NOT has_table_privilege('outbox.' || thing, need)
      UNION ALL
      SELECT 'UPDATE of ' || col || ' on ' || thing FROM (VALUES
        ('event', 'status'), ('event', 'retry_count'), ('event', 'redriven_at'), ('shard', 'suspect'),
        ('stream_state', 'paused_at'), ('stream_state', 'rewinds')) n(thing, col)
      WHERE NOT has_column_privilege('outbox.' || thing, col, 'UPDATE')
      UNION ALL
      SELECT 'EXECUTE on ' || f FROM (VALUES ('outbox.make_partitions(int)'), ('outbox.drop_partition(interval)')) n(f)
      WHERE NOT has_function_privilege(f, 'EXECUTE')
      """;

  private static final String STREAMS = "SELECT stream FROM outbox.status ORDER BY 1";

  private Inspection() {}

  static Facts facts(Connection connection) throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement(SERVER);
        ResultSet row = ask.executeQuery()) {
      row.next();
      int[] version = version(connection, row.getBoolean(5), row.getBoolean(6));
      boolean current = version[0] > 1;
      List<String> lacking = current ? texts(connection, LACKING) : List.of();
      return new Facts(
          row.getInt(1),
          Objects.requireNonNull(row.getString(2)),
          version[0],
          version[1],
          lacking,
          Objects.requireNonNull(row.getObject(3, OffsetDateTime.class)).toInstant(),
          row.getBoolean(4),
          row.getInt(7),
          current && !lacking.contains("SELECT on status")
              ? texts(connection, STREAMS)
              : List.of());
    }
  }

  private static int[] version(Connection connection, boolean there, boolean tells)
      throws SQLException {
    if (!tells) {
      return new int[] {there ? 1 : 0, 1};
    }
    try (PreparedStatement ask = connection.prepareStatement(VERSION);
        ResultSet row = ask.executeQuery()) {
      row.next();
      return new int[] {row.getInt(1), row.getInt(2)};
    }
  }

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (PreparedStatement ask = connection.prepareStatement(sql);
        ResultSet rows = ask.executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
