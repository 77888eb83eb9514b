package dev.sluice.relay.log;

import java.sql.SQLException;
import java.util.Set;

/**
 * The meaning of PostgreSQL's error codes to the relay. Codes, not messages: messages are
 * translated.
 */
final class SqlStates {

  private static final String SCHEMA_MISSING = "3F000";
  private static final String TABLE_MISSING = "42P01";
  private static final String COLUMN_MISSING = "42703";
  private static final String FUNCTION_MISSING = "42883";
  private static final String NOT_PERMITTED = "42501";

  /** Deadlock, serialization, failover to a replica, too many connections, out of resources. */
  private static final Set<String> PASSING =
      Set.of("40P01", "40001", "25006", "53300", "53200", "53100", "55P03", "57014");

  private SqlStates() {}

  static boolean connectionLost(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || state.startsWith("57P") || state.equals("25006");
  }

  static boolean passing(SQLException e) {
    return connectionLost(e) || PASSING.contains(String.valueOf(e.getSQLState()));
  }

  /** An error that waiting does not remove. */
  static IllegalStateException fault(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String remedy =
        switch (state) {
          case SCHEMA_MISSING -> "the schema 'outbox' is missing; " + SchemaVersion.REMEDY;
          case TABLE_MISSING, COLUMN_MISSING, FUNCTION_MISSING, SchemaVersion.OLDER_SCHEMA ->
              "the schema 'outbox' is older than this release; " + SchemaVersion.REMEDY;
          case SchemaVersion.OLDER_RELEASE ->
              "the schema 'outbox' is too new for this release; deploy the release whose MigrateHandler"
                  + " was invoked";
          case SchemaVersion.OTHER_CLUSTER ->
              "the outbox was copied here from another database cluster, by a dump or by logical"
                  + " replication; to have everything delivered that may be owed, "
                  + SchemaVersion.REMEDY;
          case NOT_PERMITTED ->
              "the database role lacks a privilege; SLUICE_DB_USER should be outbox_relay, or"
                  + " outbox_operator for OpsHandler, or a member of it";
          case "28000", "28P01" ->
              "the database refused the login; check SLUICE_DB_USER, SLUICE_DB_AUTH and, with iam,"
                  + " GRANT rds_iam and the function's rds-db:connect permission";
          case "3D000" -> "the database in SLUICE_DB_URL does not exist";
          default -> "the database refused a statement";
        };
    return new IllegalStateException(remedy + " (" + state + ": " + e.getMessage() + ")", e);
  }
}
