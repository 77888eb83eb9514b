package dev.sluice.local.chaos;

import dev.sluice.local.LocalPostgres;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Notes when a relay put an event aside: what a broker does not acknowledge in time is held, and
 * sent again. Nobody but the database sees it, for the row is gone when the event is delivered.
 */
final class PutAside {

  private static final String OBSERVER =
      """
      CREATE SCHEMA chaos;
      CREATE TABLE chaos.put_aside (seq bigint NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        INSERT INTO chaos.put_aside (seq) VALUES (NEW.seq);
        RETURN NULL;
      END $$;
      CREATE TRIGGER put_aside AFTER INSERT OR UPDATE ON outbox.held FOR EACH ROW EXECUTE FUNCTION chaos.note();
      GRANT USAGE ON SCHEMA chaos TO %1$s;
      GRANT SELECT ON chaos.put_aside TO %1$s
      """
          .formatted(LocalPostgres.OPERATOR);

  private PutAside() {}

  static void observe(LocalPostgres postgres) throws SQLException {
    try (Connection superuser = postgres.connect(postgres.superuser());
        var statement = superuser.createStatement()) {
      statement.execute(OBSERVER);
    }
  }
}
