package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The relay takes a transaction for one that appends behind whatever was drawn before its id. A
 * trigger writes down, when the number is drawn and the row not yet written, whether it has one.
 */
final class TransactionIdIT {

  @RegisterExtension static final Database DATABASE = new Database();

  @BeforeEach
  void watch() throws SQLException {
    Database.execute(
        DATABASE.superuser(),
        """
        CREATE FUNCTION public.watch() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.event_type := pg_current_xact_id_if_assigned() IS NOT NULL;
          RETURN NEW;
        END $$;
        CREATE TRIGGER watch BEFORE INSERT ON outbox.event
          FOR EACH ROW EXECUTE FUNCTION public.watch()
        """);
  }

  @AfterEach
  void stopWatching() throws SQLException {
    Database.execute(DATABASE.superuser(), "DROP FUNCTION public.watch() CASCADE");
  }

  @Test
  void transactionThatOnlyAppendsHasItsIdBeforeItDrawsANumber() throws SQLException {
    Connection connection = DATABASE.application();
    for (int i = 0; i < 3; i++) {
      Outbox.create().append(connection, OutboxEvent.of("orders", "E").key("k").json("1").build());
      connection.commit();
    }
    assertThat(DATABASE.read("SELECT event_type FROM outbox.event"))
        .containsExactly("true", "true", "true");
  }

  /** The control: an INSERT of its own draws first, but where the sequence itself is logged. */
  @Test
  void plainInsertDrawsFirst() throws SQLException {
    Connection connection = DATABASE.application();
    for (int i = 0; i < 3; i++) {
      Database.execute(
          connection,
          "INSERT INTO outbox.event (stream, event_type, partition_key, payload)"
              + " VALUES ('orders', 'E', 'k', '1')");
      connection.commit();
    }
    assertThat(DATABASE.read("SELECT event_type FROM outbox.event")).contains("false");
  }
}
