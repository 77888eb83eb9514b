package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.lane.LogEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever PostgreSQL accepts is read as it was inserted. */
@Order(1)
final class OddRowsIT {

  private static final String CHECK_VIOLATION = "23514";

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\t\n\r\f\u000b",
          "\u00a0\u2003\u3000\u2028",
          "it's \"quoted\" `twice` ''",
          "back\\slash \\' \\\\ \\x41 \\u0041",
          "%s %d %% %1$s %n ${a} {} ?",
          "'); DROP TABLE outbox.event; --",
          "$$ $tag$ E'\\'' /* -- */",
          "{1,2} (a,b) NULL null",
          "\u0001\u001f\u007f\u0080\u009f",
          "emoji 😀 👩‍👩‍👧 鍵 ключ مرحبا",
          "\ufeffmark \uffff \ufffd",
          "x".repeat(60_000));

  private final LogDatabase database = new LogDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private List<LogEvent> insertAndRead(List<AppendedRow> rows) throws SQLException {
    try (Connection connection = database.connect(LogDatabase.OWNER)) {
      AppendedRow.insert(connection, rows);
    }
    List<LogEvent> events = new ArrayList<>();
    for (String stream : rows.stream().map(AppendedRow::stream).distinct().toList()) {
      events.addAll(Windows.readAll(database.log(), stream));
    }
    return events;
  }

  private static void assertSame(List<AppendedRow> rows, List<LogEvent> events) {
    assertThat(events).allSatisfy(event -> assertThat(event.undeliverable()).isNull());
    assertThat(events.stream().map(AppendedRow::of).toList())
        .usingRecursiveFieldByFieldElementComparator(
            RecursiveComparisonConfiguration.builder().withIgnoredFields("headers").build())
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String cut(String text, int length) {
    return text.substring(0, Math.min(text.length(), length));
  }

  private static String json(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      json.append(c < ' ' || c == '"' || c == '\\' ? "\\u%04x".formatted((int) c) : c);
    }
    return json.append('"').toString();
  }

  private static AppendedRow random(Random random) {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    String key = cut(TEXTS.get(random.nextInt(TEXTS.size())), 600);
    String stream = "s" + cut(TEXTS.get(random.nextInt(TEXTS.size())), 50);
    byte[] bytes = new byte[random.nextInt(3) * random.nextInt(20_000)];
    random.nextBytes(bytes);
    AppendedRow row =
        AppendedRow.plain(stream)
            .withTexts("T" + text, text, key)
            .withHeaders("{" + json(key) + ":" + json(text) + "}");
    return random.nextBoolean() ? row.withBinary(bytes) : row.withPayload(json(text));
  }

  @Test
  void generatedRowsAreReadAsTheyWereInserted() throws SQLException {
    Random random = new Random(14);
    List<AppendedRow> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(random(random));
    }
    List<LogEvent> events = insertAndRead(rows);
    assertSame(rows, events);
    for (LogEvent event : events) {
      String text = event.message().eventType().substring(1);
      assertThat(event.message().headers()).containsOnlyKeys(event.message().key());
      assertThat(event.message().headers()).containsValue(text);
    }
  }

  private LogEvent withHeaders(String json) throws SQLException {
    return insertAndRead(List.of(AppendedRow.plain("s").withHeaders(json))).getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"1\",\"a\":\"2\"}; 2",
        "{\"a\":{\"b\":[1,{\"c\":\"}\"}]}}; {\"b\":[1,{\"c\":\"}\"}]}",
        "{\"x\" : {} , \"a\" : [ 1 , 2 ] , \"y\":0}; [ 1 , 2 ]",
        "{\"a\":{\"Ü😀\":\"\\u00e9\"}}; {\"Ü😀\":\"\\u00e9\"}",
        "{\"a\":1.50e-400}; 1.50e-400",
        "{\"a\":true}; true",
        "{\"a\":\"\\ud83d\\ude00\"}; 😀",
      })
  void headerIsReadAsText(String json, String expected) throws SQLException {
    LogEvent event = withHeaders(json);
    assertThat(event.undeliverable()).isNull();
    assertThat(event.message().headers()).containsEntry("a", expected);
  }

  @Test
  void headerMayHaveNul() throws SQLException {
    LogEvent event = withHeaders("{\"a\":\"\\u0000\"}");
    assertThat(event.undeliverable()).isNull();
    assertThat(event.message().headers()).containsEntry("a", "\0");
  }

  @Test
  void nullIsNoHeader() throws SQLException {
    assertThat(withHeaders("{\"a\":null,\"b\":\"1\",\"b\":null}").message().headers()).isEmpty();
  }

  @Test
  void headersHaveNoLimitOfTheParser() throws SQLException {
    String digits = "-" + "1234567890".repeat(100);
    String name = "n".repeat(60_000);
    String deep = "[".repeat(4000) + "]".repeat(4000);
    LogEvent event =
        withHeaders("{\"number\":" + digits + ",\"" + name + "\":\"v\",\"deep\":" + deep + "}");
    assertThat(event.undeliverable()).isNull();
    assertThat(event.message().headers())
        .containsEntry("number", digits)
        .containsEntry(name, "v")
        .containsEntry("deep", deep);
  }

  @Test
  void seventyThousandHeadersAreRead() throws SQLException {
    StringBuilder json = new StringBuilder("{\"first\":\"1\"");
    for (int i = 0; i < 70_000; i++) {
      json.append(",\"").append(i * 2_654_435_761L % 100_000_007).append("\":\"\"");
    }
    assertThat(withHeaders(json.append('}').toString()).undeliverable()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\ud83d\"}",
        "{\"a\":\"\\ude00\\ud83d\"}",
        "{\"\\udfff\":\"1\"}",
        "{\"a\":\"x\\uD800y\"}"
      })
  void headerWithHalfOfASurrogatePairIsRejected(String json) throws SQLException {
    assertThat(withHeaders(json).undeliverable())
        .satisfies(
            rejected -> {
              assertThat(Objects.requireNonNull(rejected).code()).isEqualTo("HEADERS");
              assertThat(rejected.reason()).contains("column headers", "append");
            });
  }

  @Test
  void jsonPayloadIsReadToTheLetter() throws SQLException {
    List<AppendedRow> rows =
        List.of(
            AppendedRow.plain("s").withPayload("null"),
            AppendedRow.plain("s").withPayload(" {\"a\" : 1, \"a\" : 2}\n"),
            AppendedRow.plain("s").withPayload("\"\\u0000 \\ud83d \\udc00\""),
            AppendedRow.plain("s").withPayload("9".repeat(1000)),
            AppendedRow.plain("s").withPayload("[".repeat(4000) + "]".repeat(4000)),
            AppendedRow.plain("s").withBinary(new byte[0]),
            AppendedRow.plain("s").withBinary(new byte[] {0, -1, 0}));
    assertSame(rows, insertAndRead(rows));
  }

  @ParameterizedTest
  @CsvSource({
    "4714-11-24 00:00:00+00 BC, -4713-11-24T00:00:00Z",
    "0001-01-01 00:00:00+00 BC, 0000-01-01T00:00:00Z",
    "1969-12-31 23:59:59.999999+00, 1969-12-31T23:59:59.999999Z",
    "1999-12-31 23:59:59.999999+00, 1999-12-31T23:59:59.999999Z",
    "294276-12-31 23:59:59.999999+00, +294276-12-31T23:59:59.999999Z"
  })
  void timeOfCreationIsReadToTheMicrosecond(String inserted, Instant expected) throws SQLException {
    database.execute(
        "INSERT INTO outbox.event (created_at, stream, event_type, payload) VALUES ('%s', 's', 'T', '1')"
            .formatted(inserted));
    LogEvent event = Windows.readAll(database.log(), "s").getFirst();
    assertThat(event.message().createdAt()).isEqualTo(expected);
    assertThat(event.message().attributes())
        .containsEntry("sluice-created-at", expected.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"infinity", "-infinity"})
  void infiniteTimeIsRefused(String time) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                database.execute(
                    "INSERT INTO outbox.event (created_at, stream, event_type, payload) VALUES ('%s', 's', 'T', '1')"
                        .formatted(time)))
        .extracting(SQLException::getSQLState)
        .isEqualTo(CHECK_VIOLATION);
  }
}
