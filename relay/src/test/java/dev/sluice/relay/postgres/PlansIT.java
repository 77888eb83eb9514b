package dev.sluice.relay.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Lease;
import dev.sluice.relay.Outbox.LeaseRequest;
import dev.sluice.relay.Outbox.Open;
import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.OwedEvent;
import dev.sluice.relay.Settlement;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What PostgreSQL plans for the relay's own statements. Whatever the table looked like when it was
 * last analyzed, no plan may walk it: a relay that is quick on an empty table and slow behind a
 * backlog fails when it is needed.
 */
final class PlansIT {

  private static final String WALK = "Seq Scan on event ";

  private final TestDatabase database = new TestDatabase();
  private final Connection connection = database.connect("outbox_relay");
  private Set<Integer> shards = Set.of();
  private long token;

  @BeforeEach
  void lease() throws SQLException {
    Duration minute = Duration.ofMinutes(1);
    Lease lease =
        Leases.lease(connection, new LeaseRequest("plans", null, null, minute, minute), false);
    shards = lease.numbers();
    token = lease.token();
  }

  @AfterEach
  void drop() throws SQLException {
    connection.close();
    database.close();
  }

  private void fill() {
    for (int stream = 0; stream < 5; stream++) {
      database.append("stream-" + stream, 20_000, 500);
    }
    database.execute(
        """
        UPDATE outbox.event SET status = 'FAILED', next_retry_at = now() WHERE seq % 100 = 0;
        UPDATE outbox.event SET status = 'DEAD' WHERE seq % 1000 = 1
        """);
  }

  private static ReadRequest request(Set<Integer> shards) {
    List<String> streams = IntStream.range(0, 5).mapToObj(i -> "stream-" + i).toList();
    List<Share> shares =
        streams.stream().map(s -> new Share(s, 0, 200, true, s.endsWith("1"), false, 0)).toList();
    return new ReadRequest(
        shards, shares, List.of(new Open(3, 0)), List.of(1L, 2L), streams, List.of(), 100);
  }

  private String readPlan() throws SQLException {
    String explain =
        Reads.STATEMENTS.stream().map(s -> "EXPLAIN " + s).collect(Collectors.joining(";"));
    try (PreparedStatement read = connection.prepareStatement(explain)) {
      Reads.bind(read, request(shards));
      StringBuilder plan = new StringBuilder();
      boolean more = read.execute();
      while (more) {
        append(plan, read.getResultSet());
        more = read.getMoreResults();
      }
      return plan.toString();
    }
  }

  private String settlePlan() throws SQLException {
    List<OwedEvent> events = Reads.read(connection, request(shards)).events();
    List<Settlement> settlements = new ArrayList<>();
    for (OwedEvent event : events) {
      settlements.add(
          event.retry()
              ? new Settlement.Failed(event, 2, "CODE", "reason", Duration.ofHours(1))
              : new Settlement.Published(event, "fake:x", "receipt"));
    }
    try (PreparedStatement settle = connection.prepareStatement("EXPLAIN " + Settles.ARCHIVE)) {
      Settles.bind(new Arrays(settle).add(token), settlements);
      StringBuilder plan = new StringBuilder();
      append(plan, settle.executeQuery());
      return plan.toString();
    }
  }

  private static void append(StringBuilder plan, ResultSet rows) throws SQLException {
    while (rows.next()) {
      plan.append(rows.getString(1)).append('\n');
    }
  }

  private void assertNoWalk() throws SQLException {
    assertThat(readPlan())
        .doesNotContain(WALK)
        .contains("using event_pending on event")
        .contains("using event_held on event")
        .contains("using event_due on event");
    assertThat(settlePlan()).doesNotContain(WALK).contains("using event_pkey on event");
  }

  @Test
  void freshlyFilledTableThatWasNeverAnalyzedIsReadThroughItsIndexes() throws SQLException {
    fill();
    assertNoWalk();
  }

  @Test
  void fullAnalyzedTableIsReadThroughItsIndexes() throws SQLException {
    fill();
    database.execute("ANALYZE outbox.event");
    assertNoWalk();
  }

  /** The trap: statistics say 'empty' while half a million rows arrive. */
  @Test
  void tableThatWasAnalyzedWhenEmptyIsReadThroughItsIndexesWhenItFills() throws SQLException {
    database.execute("ANALYZE outbox.event");
    fill();
    assertNoWalk();
  }

  @Test
  void justDrainedTableIsReadThroughItsIndexes() throws SQLException {
    fill();
    database.execute("ANALYZE outbox.event");
    database.execute("DELETE FROM outbox.event WHERE seq % 1000 <> 7");
    assertThat(readPlan()).doesNotContain(WALK).contains("using event_pending on event");
  }

  /** The control: the check sees a walk where there is one. */
  @Test
  void statementWithoutAnIndexIsSeenToWalk() throws SQLException {
    fill();
    StringBuilder plan = new StringBuilder();
    try (PreparedStatement bad =
            connection.prepareStatement(
                "EXPLAIN SELECT * FROM outbox.event WHERE event_type = 'X'");
        ResultSet rows = bad.executeQuery()) {
      append(plan, rows);
    }
    assertThat(plan.toString()).contains(WALK);
  }
}
