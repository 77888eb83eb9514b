package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the schema cannot take is refused before it gets there. */
final class SchemaLimitsIT {

  private static final String PROGRAM_LIMIT_EXCEEDED = "54000";
  private static final String CHECK_VIOLATION = "23514";
  private static final String HOLD =
      """
      INSERT INTO outbox.held (subscription, seq, status, next_retry_at, created_at, id, slot, shard, stream,
        event_type, partition_key, content_type, payload)
      SELECT s.name, e.seq, s.status, s.next_retry_at, e.created_at, e.id, e.slot, e.shard, e.stream,
        e.event_type, e.partition_key, e.content_type, e.payload
      FROM outbox.event e, (VALUES ('failing', 'FAILED', now()), ('dying', 'DEAD', NULL)) s(name, status, next_retry_at)
      """;

  @RegisterExtension static final Database DATABASE = new Database();

  @Test
  void longestStreamAndKeyFitEveryIndex() throws SQLException {
    Connection connection = DATABASE.application();
    String stream = incompressible(EventRules.MAX_STREAM_BYTES);
    String key = incompressible(EventRules.MAX_KEY_BYTES);

    Outbox.create().append(connection, OutboxEvent.of(stream, "t").key(key).json("1").build());
    connection.commit();
    Database.execute(DATABASE.superuser(), HOLD);

    assertThat(DATABASE.idsInOrder()).hasSize(1);
    assertThat(DATABASE.read("SELECT status FROM outbox.held ORDER BY 1"))
        .containsExactly("DEAD", "FAILED");
  }

  /** The control: why a key has a limit at all. */
  @Test
  void longerKeyIsMoreThanTheSchemaTakes() throws SQLException {
    Connection connection = DATABASE.application();
    Connection superuser = DATABASE.superuser();
    String insert =
        "INSERT INTO outbox.event (stream, event_type, payload, partition_key)"
            + " VALUES ('s', 't', '1', '"
            + incompressible(6_000)
            + "')";

    String state =
        Database.stateOf(
            () -> {
              Database.execute(connection, insert);
              connection.commit();
              Database.execute(superuser, HOLD);
            });

    assertThat(state).isIn(PROGRAM_LIMIT_EXCEEDED, CHECK_VIOLATION);
  }

  @Test
  void whatTheSchemaFindsBlankIsBlank() throws SQLException {
    String blank =
        """
        SELECT chr(i) FROM generate_series(1, 65533) i
        WHERE NOT i BETWEEN 55296 AND 57343 AND chr(i) !~ '\\S'
        """;
    List<String> characters = DATABASE.read(blank);

    assertThat(characters).contains(" ", "\t").allMatch(Text::isBlank);
  }

  private static String incompressible(int length) {
    byte[] bytes = new byte[length / 2];
    new Random(7).nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
