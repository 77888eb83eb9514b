package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The first news count a whole backlog, and may take longer than any other statement. */
final class PatientNewsIT {

  private static final int SOCKET_MILLIS = 500;
  private static final String WAITED =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND clock_timestamp() - query_start > interval '1.5 s'
      """;

  private static Connection impatient(TestDatabase database) throws SQLException {
    Connection connection = database.connect("outbox_relay");
    connection.setNetworkTimeout(Runnable::run, SOCKET_MILLIS);
    return connection;
  }

  @Test
  void firstNewsOnAConnectionOutlastTheTimeOutOfItsSocket() throws SQLException {
    try (TestDatabase database = new TestDatabase();
        Connection relay = impatient(database);
        PostgresLog log = new PostgresLog(() -> relay);
        Connection locker = database.connect("postgres");
        Statement statement = locker.createStatement()) {
      database.append("s", 3, 3);
      log.states(0); // the connection is known
      locker.setAutoCommit(false);
      statement.execute("LOCK TABLE outbox.event");
      CompletableFuture<News> news =
          CompletableFuture.supplyAsync(() -> log.news(Map.of(Snapshot.NOTHING, ShardSet.ALL)));
      while (database.one(WAITED).equals("0") && !news.isDone()) {
        Pause.briefly();
      }
      locker.commit();
      assertThat(news.join().fresh().getFirst().count()).isEqualTo(3);
      assertThat(relay.getNetworkTimeout()).isEqualTo(SOCKET_MILLIS);
    }
  }
}
