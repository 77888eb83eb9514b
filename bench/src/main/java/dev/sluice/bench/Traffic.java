package dev.sluice.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/** An application that appends one event in each transaction, so many a second. */
final class Traffic {

  private static final long SECOND = 1_000_000_000;
  private static final String APPEND =
      """
      SELECT outbox.append(id => ?, stream => ?, event_type => ?, aggregate_type => ?, aggregate_id => ?,
        headers => ?::json, payload => ?::json)
      """;

  private final Connection connection;
  private final int rate;

  Traffic(Connection connection, int rate) {
    this.connection = connection;
    this.rate = rate;
  }

  /** Notes when each was committed. */
  CompletableFuture<Void> start(long first, long[] committedAt) {
    return CompletableFuture.runAsync(
        () -> append(first, committedAt), Thread.ofPlatform().name("traffic")::start);
  }

  private void append(long first, long[] committedAt) {
    long begin = System.nanoTime();
    try (PreparedStatement append = connection.prepareStatement(APPEND)) {
      for (int i = 0; i < committedAt.length; i++) {
        long due = begin + i * SECOND / rate;
        while (due - System.nanoTime() > 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        SampleEvent event = new SampleEvent(first + i);
        append.setObject(1, event.id());
        append.setString(2, SampleEvent.STREAM);
        append.setString(3, SampleEvent.TYPE);
        append.setString(4, SampleEvent.AGGREGATE_TYPE);
        append.setString(5, event.key());
        append.setString(6, event.headersJson());
        append.setString(7, event.payload());
        append.execute();
        committedAt[i] = System.nanoTime();
      }
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }
}
