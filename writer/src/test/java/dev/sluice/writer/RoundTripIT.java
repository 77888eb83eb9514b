package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RoundTripIT {

  @RegisterExtension static final Database DATABASE = new Database();

  private static final String ODD =
      "\"quotes\" 'single' back\\slash {braces,commas} NULL\n\ttab é ß 漢字 \ud83d\ude80 \u0001\u2028\uffff";

  private final Outbox outbox = Outbox.create();

  @ParameterizedTest
  @CsvSource({"prepareThreshold,5", "prepareThreshold,0", "preferQueryMode,simple"})
  void everyFieldComesBackAsItWas(String property, String value) throws SQLException {
    Connection connection = DATABASE.application(Map.of(property, value));
    // More often than the driver's threshold, so that its server-side statement is used as well.
    for (int i = 0; i < 8; i++) {
      OutboxEvent json = full().json("{ \"a\" : [1.50, \"\\ud83d\\u0000 \ud83d\ude80\"] }").build();
      OutboxEvent bytes = full().bytes(new byte[] {0, -1, 39, 92, 127}, "avro/binary").build();
      OutboxEvent bare = OutboxEvent.of("s", "t").json("null").build();

      outbox.append(connection, List.of(json, bytes, bare));
      connection.commit();

      assertThat(row(json.id())).isEqualTo(Row.of(json));
      assertThat(row(bytes.id())).isEqualTo(Row.of(bytes));
      assertThat(row(bare.id())).isEqualTo(Row.of(bare));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", ODD, "NULL", "{}", "\\", "\"", "\u00a0x"})
  void headersComeBackAsTheyWere(String text) throws SQLException {
    Connection connection = DATABASE.application();
    OutboxEvent event =
        OutboxEvent.of("s", "t").json("1").header(text, text).header("empty", "").build();

    outbox.append(connection, event);
    connection.commit();

    assertThat(DATABASE.read("SELECT headers ->> ? FROM outbox.event", text)).containsExactly(text);
    assertThat(DATABASE.read("SELECT headers ->> 'empty' FROM outbox.event")).containsExactly("");
  }

  @Test
  void jsonIsKeptVerbatim() throws SQLException {
    Connection connection = DATABASE.application();
    String text = " {\"b\":1,  \"a\": 1.0, \"b\": 2}\n";

    outbox.append(connection, OutboxEvent.of("s", "t").json(text).build());
    connection.commit();

    assertThat(DATABASE.read("SELECT payload::text FROM outbox.event")).containsExactly(text);
  }

  private static OutboxEvent.Builder full() {
    return OutboxEvent.of("stream " + ODD, "type " + ODD)
        .aggregate("aggregate type " + ODD, "aggregate id " + ODD)
        .key("key " + ODD)
        .maxAttempts(7)
        .header("tenant", ODD)
        .traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  }

  /** What there is to compare; bytes as text, so that records can. */
  private record Row(
      String stream,
      String eventType,
      @Nullable String aggregateType,
      @Nullable String aggregateId,
      String key,
      @Nullable String json,
      @Nullable String bytes,
      String contentType,
      @Nullable String headers,
      @Nullable Integer maxAttempts) {

    static Row of(OutboxEvent event) {
      return new Row(
          event.stream(),
          event.eventType(),
          event.aggregateType(),
          event.aggregateId(),
          event.key(),
          event.payload().text(),
          hex(event.payload().binary()),
          event.contentType(),
          event.headersJson(),
          event.maxAttempts());
    }

    private static @Nullable String hex(byte @Nullable [] bytes) {
      return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }
  }

  private static Row row(UUID id) throws SQLException {
    String read =
        """
        SELECT stream, event_type, aggregate_type, aggregate_id, partition_key, payload::text,
          encode(payload_binary, 'hex'), content_type, headers::text, max_attempts
        FROM outbox.event WHERE id = ?
        """;
    try (PreparedStatement statement = DATABASE.superuser().prepareStatement(read)) {
      statement.setObject(1, id);
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        return new Row(
            row.getString(1),
            row.getString(2),
            row.getString(3),
            row.getString(4),
            row.getString(5),
            row.getString(6),
            row.getString(7),
            row.getString(8),
            row.getString(9),
            row.getObject(10, Integer.class));
      }
    }
  }
}
