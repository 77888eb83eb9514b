package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LeastPrivilegeIT {

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  @RegisterExtension static final Database DATABASE = new Database();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM outbox.event",
        "UPDATE outbox.event SET payload = 'null'",
        "DELETE FROM outbox.event",
        "TRUNCATE outbox.event",
        "INSERT INTO outbox.event (seq, stream, event_type, payload) VALUES (1, 's', 't', '1')",
        "INSERT INTO outbox.event (xact, stream, event_type, payload) VALUES ('3', 's', 't', '1')",
        "INSERT INTO outbox.event (slot, stream, event_type, payload) VALUES (1, 's', 't', '1')",
        "INSERT INTO outbox.event_00 (stream, event_type, payload) VALUES ('s', 't', '1')",
        "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 't', '1')"
            + " RETURNING id",
        "SELECT id FROM outbox.event_00",
        "SELECT * FROM outbox.events",
        "SELECT * FROM outbox.delivery",
        "SELECT * FROM outbox.held",
        "SELECT * FROM outbox.shard",
        "SELECT outbox.set_retention('1 day')",
        "DELETE FROM outbox.inbox",
        "CREATE TABLE outbox.mine ()",
      })
  void writerMayOnlyAppend(String sql) throws SQLException {
    Connection connection = DATABASE.application();
    UUID id = Outbox.create().append(connection, event());
    connection.commit();

    assertThat(Database.stateOf(() -> Database.execute(connection, sql)))
        .isEqualTo(INSUFFICIENT_PRIVILEGE);
    connection.rollback();
    assertThat(DATABASE.idsInOrder()).containsExactly(id.toString());
  }

  /** The control: without the role's membership, not even that. */
  @Test
  void withoutTheRoleNothingIsAppended() throws SQLException {
    Connection connection = DATABASE.superuser();
    connection.setAutoCommit(false);
    Database.execute(connection, "CREATE ROLE stranger");
    Database.execute(connection, "SET LOCAL ROLE stranger");

    assertThat(Database.stateOf(() -> Outbox.create().append(connection, event())))
        .isEqualTo(INSUFFICIENT_PRIVILEGE);
    connection.rollback();
  }

  private static OutboxEvent event() {
    return OutboxEvent.of("orders", "OrderPlaced").json("1").build();
  }
}
