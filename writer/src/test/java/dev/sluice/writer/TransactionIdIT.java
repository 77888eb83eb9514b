package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The relay finds new events by the transaction that commits them, so every row carries the id of
 * the transaction whose commit makes it visible, whoever appends it.
 */
final class TransactionIdIT {

  private static final String OWN_ID =
      "INSERT INTO public.purchase VALUES (pg_current_xact_id()::text)";

  @RegisterExtension static final Database DATABASE = new Database();

  @Test
  void everyWayToAppendWritesTheIdOfItsTransaction() throws SQLException {
    Connection connection = DATABASE.application();
    append(connection);
    Database.execute(connection, OWN_ID);
    connection.commit();

    assertThat(transactions()).hasSize(1).isEqualTo(DATABASE.read("SELECT id FROM purchase"));
    assertThat(DATABASE.idsInOrder()).hasSize(3);
  }

  /** A savepoint has an id of its own, which no snapshot lists once the transaction is over. */
  @Test
  void behindASavepointItIsStillTheIdOfTheWholeTransaction() throws SQLException {
    Connection connection = DATABASE.application();
    Database.execute(connection, OWN_ID);
    connection.setSavepoint();
    append(connection);
    connection.commit();

    assertThat(transactions()).hasSize(1).isEqualTo(DATABASE.read("SELECT id FROM purchase"));
  }

  /** The control: another transaction is another id. */
  @Test
  void twoTransactionsAreTwoIds() throws SQLException {
    Connection connection = DATABASE.application();
    append(connection);
    connection.commit();
    append(connection);
    connection.commit();

    assertThat(transactions()).hasSize(2);
  }

  private static void append(Connection connection) throws SQLException {
    Outbox.create().append(connection, OutboxEvent.of("orders", "E").key("k").json("1").build());
    Database.execute(connection, "SELECT outbox.append('orders', 'E', '1')");
    Database.execute(
        connection,
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('orders', 'E', '1')");
  }

  private static List<String> transactions() throws SQLException {
    return DATABASE.read("SELECT DISTINCT xact FROM outbox.event");
  }
}
