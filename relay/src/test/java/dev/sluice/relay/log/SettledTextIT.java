package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventKey;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.Settlement;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Delivery;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever a broker or a row says, the settle that writes it down succeeds. */
final class SettledTextIT {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LogDatabase database = new LogDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private void settle(List<Delivery> deliveries, List<Change> changes) {
    Lease lease =
        database
            .log()
            .lease(new LeaseRequest("test", null, ShardSet.NONE, ShardSet.ALL, MINUTE, MINUTE));
    Settlement settlement =
        new Settlement(lease.token(), 1, ShardSet.ALL, deliveries, changes, lease.progress());
    assertThat(database.log().settle(settlement).shards()).isEqualTo(ShardSet.ALL);
  }

  private LogEvent append(String payload) throws SQLException {
    database.execute(
        "INSERT INTO outbox.event (stream, event_type, partition_key, payload) VALUES ('s', 'T', 'k', "
            + payload
            + ")");
    return Windows.readAll(database.log(), "s").getLast();
  }

  @Test
  void receiptMayHaveLineFeedsNulAndCharactersOfTwoHalves() throws SQLException {
    List<String> receipts = List.of("a😀\n1", "a😁\0002", "a😀", "");
    settle(
        List.of(
            new Delivery(0, "s", "d", List.of(1L, 2L, 3L), receipts.subList(0, 3)),
            new Delivery(1, "s", "d", List.of(4L, 5L), receipts.subList(2, 4))),
        List.of());
    assertThat(
            database.column(
                "SELECT prefix || line FROM outbox.delivery, unnest(string_to_array(receipts, E'\\n'))"
                    + " WITH ORDINALITY l(line, n) ORDER BY slot, n"))
        .containsExactly("a😀 1", "a😁 2", "a😀", "a😀", "");
  }

  @Test
  void reasonMayHaveNul() throws SQLException {
    LogEvent event = append("'1'");
    settle(List.of(), List.of(new Change.Failed(event, 1, "A\0B", "c\0d", Duration.ZERO)));
    assertThat(database.column("SELECT last_error_code || '/' || last_error FROM outbox.held"))
        .containsExactly("A B/c d");
  }

  @Test
  void eventThatIsTooLargeIsKeptWholeAndDead() throws SQLException {
    LogEvent event = append("to_json(repeat('x', 20000000))");
    Rejected rejected = Objects.requireNonNull(event.undeliverable());
    settle(List.of(), List.of(new Change.Dead(event, 1, rejected.code(), rejected.reason())));
    assertThat(
            database.column(
                "SELECT status || ' ' || last_error_code || ' ' || octet_length(payload::text) FROM outbox.held"))
        .containsExactly("DEAD TOO_LARGE 20000002");
    HeadRequest request = new HeadRequest(List.of(new EventKey("s", "k")), 50, Windows.ROOM);
    assertThat(database.log().heads(request).events()).isEmpty();
  }
}
