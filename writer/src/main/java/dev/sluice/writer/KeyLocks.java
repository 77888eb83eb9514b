package dev.sluice.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets one transaction at a time append to a key, so that its events are numbered as they commit.
 */
final class KeyLocks {

  /**
   * Every lock takes a place in a table that all sessions share: 64 for each allowed connection by
   * default, 6,400 with 100. A full one fails other people's transactions too.
   */
  static final int MAX_KEYS = 1_000;

  /*
   * The sequence number is drawn while the row is inserted and the row is seen once it is committed.
   * These locks are taken before the first and, because they belong to the transaction, released
   * after the second: of two events of a key, the one with the lower number is visible first.
   *
   * Distinct and in the order of the lock's own number, not of the names: two batches that share keys
   * queue at the same one first and cannot deadlock, not even when two names share a number. The
   * subquery's ORDER BY keeps the planner from merging it, so the locks are taken as it sorts. The
   * seed keeps these numbers apart from those that an application may take from the same function.
   */
  private static final String LOCK =
      """
      SELECT pg_advisory_xact_lock(place) FROM (
        SELECT DISTINCT hashtextextended(stream || chr(31) || key, 5784412917) AS place
        FROM unnest(?::text[], ?::text[]) AS k(stream, key)
        ORDER BY place) AS places
      """;

  private record Key(String stream, String key) {}

  private KeyLocks() {}

  static void lock(Connection connection, List<OutboxEvent> events) throws SQLException {
    List<Key> keys = distinct(events);
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      Object[] streams = keys.stream().map(Key::stream).toArray(String[]::new);
      Object[] names = keys.stream().map(Key::key).toArray(String[]::new);
      statement.setArray(1, connection.createArrayOf("text", streams));
      statement.setArray(2, connection.createArrayOf("text", names));
      statement.execute();
    }
  }

  private static List<Key> distinct(List<OutboxEvent> events) {
    Set<Key> keys = new LinkedHashSet<>();
    events.forEach(event -> keys.add(new Key(event.stream(), event.key())));
    if (keys.size() > MAX_KEYS) {
      throw new IllegalArgumentException(
          "The batch has "
              + keys.size()
              + " distinct keys; with strictOrder each is locked until the transaction ends, and"
              + " more than "
              + MAX_KEYS
              + " may fill the database's lock table. Append fewer keys a transaction, or append"
              + " them with an Outbox without strictOrder.");
    }
    return new ArrayList<>(keys);
  }
}
