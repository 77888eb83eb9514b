package dev.sluice.bench.peer;

import dev.sluice.bench.SampleEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The read alone: all of the outbox, a thousand events at a time, and nothing done with them. */
public final class RawRead implements Peer {

  private static final String READ =
      "SELECT "
          + PeerRecord.COLUMNS
          + """
          , content_type
          FROM outbox.event
          WHERE stream = ? AND seq > ?
          ORDER BY seq LIMIT 1000
          """;

  private final PreparedStatement read;

  public RawRead() throws SQLException {
    this.read = PeerSettings.read().connect().prepareStatement(READ);
  }

  @Override
  public long handle(long events) throws SQLException {
    long count = 0;
    long last = 0;
    boolean more = true;
    read.setString(1, SampleEvent.STREAM);
    while (more) {
      read.setLong(2, last);
      more = false;
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          PeerRecord event = PeerRecord.of(rows);
          last = event.seq();
          count += event.payload().length > 0 ? 1 : 0;
          more = true;
        }
      }
    }
    return count;
  }
}
