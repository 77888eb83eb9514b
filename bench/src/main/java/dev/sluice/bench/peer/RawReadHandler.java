package dev.sluice.bench.peer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.bench.SampleEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;

/** The read alone: all of the outbox, a thousand events at a time, and nothing done with them. */
public final class RawReadHandler implements RequestStreamHandler {

  private static final String READ =
      """
      SELECT seq, id, event_type, aggregate_type, aggregate_id, partition_key, content_type,
        headers, payload, created_at
      FROM outbox.event
      WHERE status = 'PENDING' AND stream = ? AND seq > ?
      ORDER BY seq LIMIT 1000
      """;

  private final Connection connection;

  public RawReadHandler() throws SQLException {
    this.connection = PeerSettings.read().connect();
  }

  private record Event(
      UUID id,
      String type,
      String aggregateType,
      String aggregateId,
      String key,
      String contentType,
      String headers,
      byte[] payload,
      OffsetDateTime createdAt) {}

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    PeerCall call = PeerCall.read(input);
    try (PreparedStatement read = connection.prepareStatement(READ)) {
      call.answer(output, readAll(read));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long readAll(PreparedStatement read) throws SQLException {
    long count = 0;
    long last = 0;
    boolean more = true;
    read.setString(1, SampleEvent.STREAM);
    while (more) {
      read.setLong(2, last);
      more = false;
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          last = rows.getLong(1);
          count += event(rows).payload().length > 0 ? 1 : 0;
          more = true;
        }
      }
    }
    return count;
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        Objects.requireNonNull(row.getObject(2, UUID.class)),
        text(row, 3),
        text(row, 4),
        text(row, 5),
        text(row, 6),
        text(row, 7),
        text(row, 8),
        Objects.requireNonNull(row.getBytes(9)),
        Objects.requireNonNull(row.getObject(10, OffsetDateTime.class)));
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }
}
