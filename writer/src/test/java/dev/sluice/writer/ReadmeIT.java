package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What README.md shows is run: its Java is a part of this file, its SQL is taken from there. */
@Timeout(300)
final class ReadmeIT {

  @RegisterExtension static final Database DATABASE = new Database();

  private final Connections dataSource = DATABASE::autocommitting;
  private final Semaphore nudged = new Semaphore(0);

  @Test
  void plainJdbc() throws SQLException {
    Outbox outbox = Outbox.create(); // immutable; one for the whole application

    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      placeOrder(connection, "42");
      outbox.append(
          connection,
          OutboxEvent.of("orders", "OrderPlaced")
              .aggregate("Order", "42")
              .json("{\"id\": 42, \"total\": \"19.90\"}")
              .header("tenant", "acme")
              .build());
      connection.commit();
    }

    assertThat(DATABASE.idsInOrder()).hasSize(1);
  }

  @Test
  void strictOrderAndNudge() throws Exception {
    Outbox outbox = Outbox.builder().strictOrder(true).build();
    OutboxEvent event = OutboxEvent.of("orders", "OrderPlaced").json("1").build();
    Connection connection = DATABASE.application();

    Nudge nudge = Nudge.of(this::invokeRelay); // one for the whole application

    outbox.append(connection, event);
    connection.commit();
    nudge.afterCommit();

    nudged.acquire();
    nudge.close();
    assertThat(DATABASE.idsInOrder()).containsExactly(event.id().toString());
  }

  @Test
  void inbox() throws SQLException {
    UUID eventId = UUID.randomUUID();
    Connection connection = dataSource.getConnection();
    for (int delivery = 0; delivery < 2; delivery++) {
      connection.setAutoCommit(false);
      if (Inbox.firstTime(connection, "billing", eventId)) {
        bill(connection, eventId);
      }
      connection.commit();
    }

    assertThat(DATABASE.read("SELECT id FROM purchase")).containsExactly(eventId.toString());
  }

  @Test
  void sqlOfTheReadmeAppends() throws Exception {
    Connection connection = DATABASE.autocommitting();
    for (String sql : blocks("sql", readme())) {
      Database.execute(connection, sql);
    }

    assertThat(DATABASE.read("SELECT partition_key FROM outbox.event ORDER BY seq"))
        .containsExactly("42", "1", "2", "3");
  }

  @Test
  void javaOfTheReadmeIsInThisFile() throws IOException {
    String source = Files.readString(Path.of("src/test/java/dev/sluice/writer/ReadmeIT.java"));
    String withoutSpring = readme().replaceAll("(?s)\n## Spring\n.*?(?=\n## )", "");

    assertThat(blocks("java", withoutSpring))
        .hasSize(4)
        .allSatisfy(block -> assertThat(unindented(source)).contains(unindented(block)));
  }

  @Test
  void limitsInTheReadmeAreTheWriters() throws IOException {
    assertThat(readme())
        .contains(
            String.format(Locale.ROOT, "payloads over %,d bytes", Outbox.DEFAULT_MAX_PAYLOAD_BYTES))
        .contains(String.format(Locale.ROOT, "more than %d levels deep", JsonSyntax.MAX_DEPTH))
        .contains(String.format(Locale.ROOT, "streams over %d bytes", EventRules.MAX_STREAM_BYTES))
        .contains(String.format(Locale.ROOT, "keys over %,d bytes", EventRules.MAX_KEY_BYTES))
        .contains(String.format(Locale.ROOT, "%,d distinct keys", KeyLocks.MAX_KEYS));
  }

  private interface Connections {
    Connection getConnection() throws SQLException;
  }

  private static void placeOrder(Connection connection, String id) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO purchase (id) VALUES (?)")) {
      insert.setString(1, id);
      insert.executeUpdate();
    }
  }

  private static void bill(Connection connection, UUID eventId) throws SQLException {
    placeOrder(connection, eventId.toString());
  }

  private void invokeRelay() {
    nudged.release();
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("README.md"));
  }

  private static List<String> blocks(String language, String markdown) {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(markdown)
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  private static String unindented(String code) {
    return code.replaceAll("(?m)^ +", "").strip();
  }
}
