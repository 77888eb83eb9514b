package dev.sluice.relay.log;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The ring of slots, as one connection learned it: how long a slot lasts, and the time there. */
record Ring(long widthSeconds, long nowSeconds, long learnedAtNanos) {

  private static final long SLOTS = 16;
  private static final long SLACK_SECONDS = 3600;
  private static final String LEARN =
      "SELECT outbox.slot_width(), extract(epoch FROM clock_timestamp())::bigint";

  static Ring learn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LEARN)) {
      row.next();
      return new Ring(row.getLong(1), row.getLong(2), System.nanoTime());
    }
  }

  /**
   * The slots of all events that were inserted since, as PostgreSQL writes an array. An hour more
   * at both ends is for clocks that were set, and for a statement's time between slot and
   * insertion.
   */
  String since(long micros) {
    long now = nowSeconds + (System.nanoTime() - learnedAtNanos) / 1_000_000_000L;
    long first = Math.max(0, micros / 1_000_000 - SLACK_SECONDS) / widthSeconds;
    long last = (now + SLACK_SECONDS) / widthSeconds;
    return LongStream.rangeClosed(Math.max(first, last - SLOTS + 1), last)
        .map(number -> number % SLOTS)
        .sorted()
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(",", "{", "}"));
  }
}
