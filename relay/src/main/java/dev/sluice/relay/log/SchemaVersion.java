package dev.sluice.relay.log;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Which schema this release works on.
 *
 * <p>A deployment runs the migration first, so for a while the old release meets the new schema.
 * The schema itself says which releases it still serves: {@code outbox.schema_version()} gives its
 * version and the oldest release that can work on it. A migration that only adds leaves the second
 * number as it is, and every release from there on works without a change; one that takes away
 * raises it, and older releases stop with a message instead of doing something wrong. A release
 * never works on a schema that is older than itself.
 */
public final class SchemaVersion {

  /** The newest migration that this release was written for. */
  public static final int RELEASE = 1;

  static final String OLDER_SCHEMA = "SL001";
  static final String OLDER_RELEASE = "SL002";

  static final String OTHER_CLUSTER = "SL003";

  /** Raises what is wrong; sent ahead of another statement, it costs no round trip of its own. */
  static final String REQUIRE = "SELECT outbox.require_version(" + RELEASE + ");";

  static final String REMEDY =
      "invoke MigrateHandler (locally: ./sluice invoke events/empty.json --function migrate)";

  private SchemaVersion() {}

  /**
   * Throws an exception with the remedy if the schema does not serve this release, or was copied
   * into another cluster.
   */
  public static void require(Session session) {
    session.perform(SchemaVersion::require);
  }

  static boolean require(Connection connection) throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement(REQUIRE)) {
      return ask.execute();
    }
  }
}
