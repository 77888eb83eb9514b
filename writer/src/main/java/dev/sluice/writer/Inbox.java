package dev.sluice.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Remembers which events a consumer has handled, in the transaction that handles them, so that what
 * is delivered at least once takes effect once.
 */
public final class Inbox {

  static final int MAX_CONSUMER_BYTES = 256;

  /*
   * The primary key decides. A second transaction with the same mark waits here for the first: if
   * that commits, nothing is inserted; if it rolls back, the mark is the second's.
   */
  private static final String MARK =
      """
      INSERT INTO outbox.inbox (consumer, event_id) VALUES (?, ?) ON CONFLICT DO NOTHING
      """;

  private Inbox() {}

  /**
   * True if this transaction is the first of this consumer to see the event, and should handle it.
   * While another one has it in hand this waits, and under REPEATABLE READ then fails with SQLSTATE
   * 40001. A rollback forgets the event. Refuses autocommit mode.
   */
  public static boolean firstTime(Connection connection, String consumer, UUID eventId)
      throws SQLException {
    refuseUnusable(consumer);
    if (connection.getAutoCommit()) {
      throw NoTransactionException.forInbox();
    }
    try (PreparedStatement statement = connection.prepareStatement(MARK)) {
      statement.setString(1, consumer);
      statement.setObject(2, eventId);
      return statement.executeUpdate() == 1;
    }
  }

  private static void refuseUnusable(String consumer) {
    if (Text.isBlank(consumer)
        || Text.firstUnencodable(consumer) >= 0
        || Text.utf8Length(consumer) > MAX_CONSUMER_BYTES) {
      throw new IllegalArgumentException(
          "A consumer's name must be text of 1 to "
              + MAX_CONSUMER_BYTES
              + " bytes, not blank, without U+0000 or half a character");
    }
  }
}
