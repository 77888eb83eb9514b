package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page stops at its bytes as well as at its number of rows. */
final class PageBytesIT {

  private final LogDatabase database = new LogDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  /** Events with the same payload, which is an expression. */
  private void append(String stream, int count, String column, String payload) throws SQLException {
    database.execute(
        """
        WITH large AS MATERIALIZED (SELECT %4$s AS payload)
        INSERT INTO outbox.event (stream, event_type, %3$s) SELECT '%1$s', 'T', payload FROM large, generate_series(1, %2$d)
        """
            .formatted(stream, count, column, payload));
  }

  private void appendBinary(String stream, int count, long bytes) throws SQLException {
    append(stream, count, "payload_binary", "convert_to(repeat('x', " + bytes + "), 'SQL_ASCII')");
  }

  private void appendJson(String stream, int count, long bytes) throws SQLException {
    append(stream, count, "payload", "to_json(repeat('x', " + bytes + "))");
  }

  private static long bytes(Page.Found part) {
    return part.events().stream().mapToLong(e -> e.message().payload().length).sum();
  }

  private static Rejected rejection(LogEvent event) {
    return Objects.requireNonNull(event.undeliverable());
  }

  @Test
  void largePayloadsComeAFewAtATimeAndInOrder() throws SQLException {
    database.storeUncompressed("payload_binary");
    long size = 14 * Windows.MEGABYTE;
    for (int i = 0; i < 4; i++) {
      appendJson("s", 5, 10);
      appendBinary("s", 3, size);
      appendJson("s", 5, size); // compressed by two orders of magnitude
    }
    List<Long> seqs = new ArrayList<>();
    Windows.walk(
        database.log(),
        "s",
        Windows.ROOM,
        1000,
        part -> {
          assertThat(bytes(part)).isLessThanOrEqualTo(Windows.ROOM);
          assertThat(part.events()).allMatch(event -> event.undeliverable() == null);
          part.events().forEach(event -> seqs.add(event.seq()));
        });
    assertThat(seqs).isEqualTo(seqs("s")).hasSize(52);
  }

  private List<Long> seqs(String stream) throws SQLException {
    return database
        .column("SELECT seq FROM outbox.event WHERE stream = '" + stream + "' ORDER BY seq")
        .stream()
        .map(Long::valueOf)
        .toList();
  }

  @Test
  void payloadThatNoBrokerTakesIsNotLoaded() throws SQLException {
    database.storeUncompressed("payload_binary");
    appendJson("s", 2, 10);
    appendBinary("s", 1, 80 * Windows.MEGABYTE);
    appendJson("s", 2, 10);
    appendJson("s", 1, 80 * Windows.MEGABYTE);
    appendJson("s", 2, 10);
    List<LogEvent> events = Windows.readAll(database.log(), "s");
    assertThat(events).extracting(LogEvent::seq).isEqualTo(seqs("s"));
    assertThat(events)
        .extracting(event -> event.undeliverable() != null)
        .containsExactly(false, false, true, false, false, true, false, false);
    for (int large : new int[] {2, 5}) {
      assertThat(events.get(large).message().payload()).isEmpty();
      assertThat(rejection(events.get(large)).code()).isEqualTo("TOO_LARGE");
      assertThat(rejection(events.get(large)).reason())
          .contains(
              "the column payload has 838860", "limit is 16777216", "store the content elsewhere");
    }
  }

  @Test
  void payloadUpToTheLimitIsLoaded() throws SQLException {
    appendJson("json", 1, 16 * Windows.MEGABYTE - 2);
    appendBinary("binary", 1, 16 * Windows.MEGABYTE);
    for (String stream : List.of("json", "binary")) {
      LogEvent event = Windows.readAll(database.log(), stream).getFirst();
      assertThat(event.undeliverable()).isNull();
      assertThat(event.message().payload()).hasSize(16 << 20);
    }
  }

  @ParameterizedTest
  @CsvSource({"event_type", "aggregate_type", "aggregate_id", "content_type", "headers"})
  void otherColumnThatIsTooLargeIsNamed(String column) throws SQLException {
    String value =
        column.equals("headers")
            ? "json_build_object('a', repeat('x', 2000000))"
            : "repeat('x', 2000000)";
    database.execute(
        """
        INSERT INTO outbox.event (stream, partition_key, payload, %2$s%1$s)
        SELECT 's', 'k', '1', %4$s%3$s
        """
            .formatted(
                column,
                column.equals("event_type") ? "" : "event_type, ",
                value,
                column.equals("event_type") ? "" : "'T', "));
    LogEvent event = Windows.readAll(database.log(), "s").getFirst();
    assertThat(rejection(event).code()).isEqualTo("TOO_LARGE");
    assertThat(rejection(event).reason()).startsWith("the column " + column + " has 2000");
    assertThat(event.message().toString()).hasSizeLessThan(500);
  }

  @Test
  void partsForWhichNoRoomIsLeftAreNeitherExhaustedNorAdvanced() throws SQLException {
    database.storeUncompressed("payload_binary");
    appendJson("small", 3, 10);
    appendBinary("large", 2, 3 * Windows.MEGABYTE);
    appendBinary("behind", 1, 3 * Windows.MEGABYTE);
    Page page =
        Windows.page(
            database.log(), 4 * Windows.MEGABYTE, 100, "small", "empty", "large", "behind", "none");
    assertThat(page.parts())
        .extracting(part -> part.events().size())
        .containsExactly(3, 0, 1, 0, 0);
    assertThat(page.parts())
        .extracting(Page.Found::exhausted)
        .containsExactly(true, true, false, false, true);
  }

  @Test
  void onePageHasAtLeastOneRowHoweverLittleRoomThereIs() throws SQLException {
    appendJson("s", 3, 100_000);
    appendJson("t", 1, 10);
    Page page = Windows.page(database.log(), 1, 100, "s", "t");
    assertThat(page.parts()).extracting(part -> part.events().size()).containsExactly(1, 0);
    assertThat(page.parts()).extracting(Page.Found::exhausted).containsExactly(false, false);
    assertThat(Windows.readAll(database.log(), "s")).hasSize(3);
    Windows.walk(database.log(), "s", 1, 100, part -> assertThat(part.events()).hasSizeLessThan(2));
  }

  @Test
  void fullPartIsNotExhausted() throws SQLException {
    appendJson("s", 10, 10);
    assertThat(Windows.page(database.log(), Windows.ROOM, 10, "s").parts().getFirst().exhausted())
        .isFalse();
    assertThat(Windows.page(database.log(), Windows.ROOM, 11, "s").parts().getFirst().exhausted())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, 200000", "100, 200000", "3000, 200000", "20000, 200000", "100000, 1000000"})
  void pageOfAnySizesKeepsItsBytes(long bytes, long room) throws SQLException {
    long rows = Math.min(400, 4 * room / bytes);
    appendJson("s", (int) rows, bytes);
    long[] total = {0};
    Windows.walk(
        database.log(),
        "s",
        room,
        150,
        part -> {
          assertThat(bytes(part)).isLessThanOrEqualTo(room);
          total[0] += bytes(part);
        });
    assertThat(total[0]).isEqualTo(rows * (bytes + 2));
  }
}
