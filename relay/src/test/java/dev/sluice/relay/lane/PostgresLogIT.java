package dev.sluice.relay.lane;

import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;

/** The real log keeps the rules of the simulation's. */
final class PostgresLogIT implements LeaseContract, WindowContract, HeldContract, BreakerContract {

  private static final String APPEND =
      """
      INSERT INTO outbox.event (stream, event_type, partition_key, content_type, payload_binary)
      VALUES (?, 'T', ?, 'application/octet-stream', ?) RETURNING seq
      """;

  private final TestDatabase database = new TestDatabase();
  private final PostgresLog log = database.log();
  private final Map<Long, Connection> transactions = new HashMap<>();

  @AfterEach
  void drop() {
    List.copyOf(transactions.keySet()).forEach(this::abort);
    log.close();
    database.close();
  }

  @Override
  public EventLog log() {
    return log;
  }

  @Override
  public long begin() {
    long transaction = transactions.size();
    transactions.put(
        transaction,
        perform(
            database.connect("postgres"),
            connection -> {
              connection.setAutoCommit(false);
              return connection;
            }));
    return transaction;
  }

  @Override
  public long append(long transaction, EventKey key, int bytes) {
    return perform(
        Objects.requireNonNull(transactions.get(transaction)),
        connection -> {
          try (PreparedStatement append = connection.prepareStatement(APPEND)) {
            append.setString(1, key.stream());
            append.setString(2, key.key());
            append.setBytes(3, new byte[bytes]);
            try (ResultSet row = append.executeQuery()) {
              row.next();
              return row.getLong(1);
            }
          }
        });
  }

  @Override
  public void commit(long transaction) {
    end(transaction, Connection::commit);
  }

  @Override
  public void abort(long transaction) {
    end(transaction, Connection::rollback);
  }

  private interface End {
    void end(Connection connection) throws SQLException;
  }

  private void end(long transaction, End how) {
    perform(
        Objects.requireNonNull(transactions.remove(transaction)),
        connection -> {
          how.end(connection);
          connection.close();
          return true;
        });
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private static <T> T perform(Connection connection, Work<T> work) {
    try {
      return work.on(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void pass(Duration time) {
    long millis = time.toMillis();
    database.execute(
        """
        UPDATE outbox.shard SET leased_until = leased_until - %1$d * interval '1 ms';
        UPDATE outbox.held SET next_retry_at = next_retry_at - %1$d * interval '1 ms';
        UPDATE outbox.state SET breaker_open_until = breaker_open_until - %1$d * interval '1 ms',
          probe_until = probe_until - %1$d * interval '1 ms'
        """
            .formatted(millis));
  }

  @Override
  public void redrive(long seq) {
    database.execute(
        """
        UPDATE outbox.held SET status = 'WAITING', retry_count = 0, next_retry_at = NULL, redriven_at = now()
        WHERE seq = %d;
        INSERT INTO outbox.state AS s (subscription, kind, name, changes) VALUES ('main', 'held', '', 1)
        ON CONFLICT (subscription, kind, name) DO UPDATE SET changes = s.changes + 1
        """
            .formatted(seq));
  }

  @Override
  public void pause(String stream, String destination) {
    database.execute(
        """
        INSERT INTO outbox.state (subscription, kind, name, paused_at)
        VALUES ('main', 'stream', '%s', now()), ('main', 'destination', '%s', now())
        """
            .formatted(stream, destination));
  }

  @Override
  public List<Long> ledger() {
    return database
        .rows("SELECT seq FROM outbox.delivery, unnest(seqs) AS u(seq) ORDER BY number")
        .stream()
        .map(Long::parseLong)
        .toList();
  }
}
