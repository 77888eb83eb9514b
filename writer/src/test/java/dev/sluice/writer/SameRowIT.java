package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Java, the SQL function and a plain INSERT are three ways to the same row. */
final class SameRowIT {

  /** All that is neither the row's identity nor its moment; their transaction is the same. */
  private static final String DISTINCT_ROWS =
      """
      SELECT DISTINCT (to_jsonb(e) - 'id' - 'seq' - 'created_at' - 'slot')::text FROM outbox.event e
      """;

  @RegisterExtension static final Database DATABASE = new Database();

  @Test
  void jsonEventIsTheSameRow() throws SQLException {
    Connection connection = DATABASE.application();
    Outbox.create()
        .append(
            connection,
            OutboxEvent.of("orders", "OrderPlaced")
                .aggregate("Order", "42")
                .json("{\"id\": 42}")
                .header("tenant", "a")
                .maxAttempts(3)
                .build());
    Database.execute(
        connection,
        """
        SELECT outbox.append('orders', 'OrderPlaced', '{"id": 42}', aggregate_type => 'Order',
          aggregate_id => '42', headers => '{"tenant": "a"}', max_attempts => 3);
        INSERT INTO outbox.event
          (stream, event_type, payload, aggregate_type, aggregate_id, headers, max_attempts)
        VALUES ('orders', 'OrderPlaced', '{"id": 42}', 'Order', '42', '{"tenant": "a"}', 3)
        """);
    connection.commit();

    assertThat(DATABASE.idsInOrder()).hasSize(3);
    assertThat(DATABASE.read(DISTINCT_ROWS)).hasSize(1);
  }

  @Test
  void binaryEventIsTheSameRow() throws SQLException {
    Connection connection = DATABASE.application();
    byte[] payload = {1, 2, (byte) 0xff};
    Outbox.create()
        .append(
            connection,
            OutboxEvent.of("scans", "Scanned")
                .key("k")
                .bytes(payload, "application/octet-stream")
                .build());
    Database.execute(
        connection,
        """
        SELECT outbox.append('scans', 'Scanned', partition_key => 'k', payload_binary => '\\x0102ff');
        INSERT INTO outbox.event (stream, event_type, partition_key, payload_binary, content_type)
        VALUES ('scans', 'Scanned', 'k', '\\x0102ff', 'application/octet-stream')
        """);
    connection.commit();

    assertThat(DATABASE.idsInOrder()).hasSize(3);
    assertThat(DATABASE.read(DISTINCT_ROWS)).hasSize(1);
  }

  @Test
  void keyDefaultsToTheIdForAll() throws SQLException {
    Connection connection = DATABASE.application();
    Outbox.create().append(connection, OutboxEvent.of("orders", "Opened").json("1").build());
    Database.execute(
        connection,
        """
        SELECT outbox.append('orders', 'Opened', '1');
        INSERT INTO outbox.event (stream, event_type, payload) VALUES ('orders', 'Opened', '1')
        """);
    connection.commit();

    assertThat(DATABASE.read("SELECT count(*) FROM outbox.event WHERE partition_key = id::text"))
        .containsExactly("3");
  }

  @Test
  void oneIdIsOneEventWhoeverAppendsIt() throws SQLException {
    Connection connection = DATABASE.application();
    UUID id = UuidV7.next();
    Outbox.create().append(connection, OutboxEvent.of("a", "Java").id(id).json("1").build());
    Database.execute(connection, "SELECT outbox.append('b', 'Sql', '2', id => '" + id + "')");
    connection.commit();

    assertThat(DATABASE.read("SELECT event_type FROM outbox.event")).containsExactly("Java");
  }

  @Test
  void idsOfJavaAndOfSqlSortByTime() throws SQLException {
    Connection connection = DATABASE.application();
    for (int i = 0; i < 3; i++) {
      Outbox.create().append(connection, OutboxEvent.of("a", "Java").json("1").build());
      // Both keep time in whole milliseconds at least.
      Database.execute(connection, "SELECT pg_sleep(0.002), outbox.append('a', 'Sql', '1')");
      Database.execute(connection, "SELECT pg_sleep(0.002)");
    }
    connection.commit();

    assertThat(DATABASE.read("SELECT id FROM outbox.event ORDER BY id"))
        .isEqualTo(DATABASE.idsInOrder());
  }
}
