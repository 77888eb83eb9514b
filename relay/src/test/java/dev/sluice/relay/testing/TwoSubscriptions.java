package dev.sluice.relay.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An outbox with the subscriptions main and audit, each before a broker of its own. */
public final class TwoSubscriptions implements AutoCloseable {

  public final TestDatabase database = new TestDatabase();
  public final FakeBroker main = FakeBroker.named(database.name());
  public final FakeBroker audit = FakeBroker.named(database.name() + "-audit");

  public String toMain(String streams) {
    return route("", streams, database.name());
  }

  public String toAudit(String streams) {
    return route("\"name\":\"audit\",", streams, database.name() + "-audit");
  }

  /** With the oldest event of the log as its beginning. */
  public String toAuditRetained(String streams) {
    return route("\"name\":\"audit\",\"from\":\"RETAINED\",", streams, database.name() + "-audit");
  }

  private static String route(String name, String streams, String broker) {
    return "{%s\"stream\":\"%s\",\"destination\":\"fake:%s\",\"maxAttempts\":1}"
        .formatted(name, streams, broker);
  }

  public static Map<String, String> settings(String... routes) {
    return Map.of("SLUICE_ROUTES", "[" + String.join(",", routes) + "]");
  }

  public LaneReport drain(String... routes) {
    try (TestRelay relay = new TestRelay(database, settings(routes))) {
      return relay.run();
    }
  }

  /** Subscription, stream and number. */
  public List<String> owed() {
    return database.rows(
        "SELECT subscription, stream, pending FROM outbox.status ORDER BY subscription, stream");
  }

  public static List<String> streams(FakeBroker broker) {
    return broker.delivered().stream().map(OutboxMessage::stream).distinct().sorted().toList();
  }

  public static void assertInOrder(FakeBroker broker) {
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : broker.delivered()) {
      Long before = last.put(message.stream() + "/" + message.key(), message.seq());
      assertThat(before == null || before < message.seq()).as(message.toString()).isTrue();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
