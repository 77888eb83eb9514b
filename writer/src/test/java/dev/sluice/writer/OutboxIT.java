package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutboxIT {

  @RegisterExtension static final Database DATABASE = new Database();

  private final Outbox outbox = Outbox.create();

  @Test
  void eventAppearsWithItsTransactionAndNotBefore() throws SQLException {
    Connection connection = DATABASE.application();
    Database.execute(connection, "INSERT INTO purchase VALUES ('p-1')");

    UUID id = outbox.append(connection, event("p-1"));

    assertThat(DATABASE.idsInOrder()).isEmpty();
    connection.commit();
    assertThat(DATABASE.idsInOrder()).containsExactly(id.toString());
    assertThat(DATABASE.read("SELECT id FROM purchase")).containsExactly("p-1");
  }

  @Test
  void eventVanishesWithItsTransaction() throws SQLException {
    Connection connection = DATABASE.application();
    Database.execute(connection, "INSERT INTO purchase VALUES ('p-1')");
    outbox.append(connection, event("p-1"));

    connection.rollback();

    assertThat(DATABASE.idsInOrder()).isEmpty();
    assertThat(DATABASE.read("SELECT id FROM purchase")).isEmpty();
  }

  @Test
  void eventVanishesWithItsSavepoint() throws SQLException {
    Connection connection = DATABASE.application();
    UUID kept = outbox.append(connection, event("p-1"));
    var savepoint = connection.setSavepoint();
    outbox.append(connection, event("p-2"));

    connection.rollback(savepoint);
    connection.commit();

    assertThat(DATABASE.idsInOrder()).containsExactly(kept.toString());
  }

  @Test
  void connectionStaysAsItWas() throws SQLException {
    Connection connection = DATABASE.application();

    outbox.append(connection, event("p-1"));

    assertThat(connection.isClosed()).isFalse();
    assertThat(connection.getAutoCommit()).isFalse();
  }

  @Test
  void sameIdTwiceIsOneEvent() throws SQLException {
    Connection connection = DATABASE.application();
    OutboxEvent event = event("p-1");

    outbox.append(connection, event);
    outbox.append(connection, event);
    outbox.append(connection, List.of(event, event));
    connection.commit();
    outbox.append(connection, event);
    connection.commit();

    assertThat(DATABASE.idsInOrder()).containsExactly(event.id().toString());
  }

  @Test
  void emptyListIsNoStatement() throws SQLException {
    Connection closed = DATABASE.application();
    closed.close();

    assertThat(outbox.append(closed, List.of())).isEmpty();
    // The control: anything that touches the connection fails.
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> outbox.append(closed, event("p-1")));
  }

  @Test
  void autocommitIsRefusedUnlessAllowed() throws SQLException {
    Connection connection = DATABASE.autocommitting();

    assertThatExceptionOfType(NoTransactionException.class)
        .isThrownBy(() -> outbox.append(connection, event("p-1")))
        .withMessageContaining("setAutoCommit(false)");
    assertThat(DATABASE.idsInOrder()).isEmpty();

    Outbox lenient = Outbox.builder().requireTransaction(false).build();
    UUID id = lenient.append(connection, event("p-1"));
    assertThat(DATABASE.idsInOrder()).containsExactly(id.toString());
    assertThat(connection.getAutoCommit()).isTrue();
  }

  @Test
  void refusedEventLeavesTheTransactionUsable() throws SQLException {
    Connection connection = DATABASE.application();
    Outbox small = Outbox.builder().maxPayloadBytes(10).build();
    OutboxEvent fits = OutboxEvent.of("orders", "OrderPlaced").json("\"12345678\"").build();
    OutboxEvent tooLarge = OutboxEvent.of("orders", "OrderPlaced").json("\"é2345678\"").build();

    assertThatExceptionOfType(UndeliverableEventException.class)
        .isThrownBy(() -> small.append(connection, List.of(fits, tooLarge)))
        .withMessageContaining("payload has 11 bytes, the limit is 10");
    small.append(connection, fits);
    connection.commit();

    assertThat(DATABASE.idsInOrder()).containsExactly(fits.id().toString());
  }

  @ParameterizedTest
  @CsvSource({"prepareThreshold,5", "prepareThreshold,0", "preferQueryMode,simple"})
  void tenThousandEventsKeepTheirOrder(String property, String value) throws SQLException {
    Connection connection = DATABASE.application(Map.of(property, value));
    List<OutboxEvent> events =
        IntStream.range(0, 10_000).mapToObj(i -> event("p-" + i % 50)).toList();

    List<UUID> ids = outbox.append(connection, events);
    connection.commit();

    assertThat(ids).containsExactlyElementsOf(events.stream().map(OutboxEvent::id).toList());
    assertThat(DATABASE.idsInOrder())
        .containsExactlyElementsOf(ids.stream().map(UUID::toString).toList());
  }

  @Test
  void batchLargerThanOneStatementIsStillOneBatch() throws SQLException {
    Connection connection = DATABASE.application();
    byte[] payload = new byte[Outbox.DEFAULT_MAX_PAYLOAD_BYTES];
    List<OutboxEvent> events =
        IntStream.range(0, 200)
            .mapToObj(i -> OutboxEvent.of("scans", "Scanned").bytes(payload, "image/png").build())
            .toList();

    List<UUID> ids = outbox.append(connection, events);
    connection.commit();

    assertThat(Portions.of(events, Portions.MAX_BYTES)).hasSizeGreaterThan(1);
    assertThat(DATABASE.idsInOrder())
        .containsExactlyElementsOf(ids.stream().map(UUID::toString).toList());
  }

  @Test
  void keyIsAlwaysGivenSoThatTheTriggerNeverFires() throws SQLException {
    Connection superuser = DATABASE.superuser();
    Database.execute(
        superuser,
        """
        CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'fired'; END $$;
        CREATE TRIGGER a_witness BEFORE INSERT ON outbox.event
          FOR EACH ROW WHEN (NEW.partition_key IS NULL) EXECUTE FUNCTION public.fail();
        """);
    Connection connection = DATABASE.application();
    try {
      outbox.append(connection, OutboxEvent.of("orders", "Opened").json("1").build());
      outbox.append(connection, event("p-1"));
      connection.commit();
      // The control: the witness does see a plain insert without a key.
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () ->
                  Database.execute(
                      connection,
                      "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('s', 't', '1')"));
    } finally {
      connection.rollback();
      Database.execute(superuser, "DROP FUNCTION public.fail() CASCADE");
    }
  }

  private static OutboxEvent event(String aggregateId) {
    return OutboxEvent.of("orders", "OrderPlaced")
        .aggregate("Order", aggregateId)
        .json("{\"id\": \"" + aggregateId + "\"}")
        .build();
  }
}
