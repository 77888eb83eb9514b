package dev.sluice.bench.peer;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The conventional outbox's two statements, each a transaction of its own, prepared once. */
final class RowClaim implements AutoCloseable {

  private static final String CLAIM =
      """
      UPDATE row_claim.event SET status = 'PROCESSING', claimed_at = now()
      WHERE id IN (
        SELECT id FROM row_claim.event
        WHERE status = 'PENDING' ORDER BY seq LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING seq, id, stream, event_type, aggregate_type, aggregate_id, partition_key,
        payload, headers, created_at
      """;

  private static final String SETTLE =
      """
      UPDATE row_claim.event SET status = 'PUBLISHED', published_at = now()
      WHERE id = ANY (?) AND status = 'PROCESSING'
      """;

  private final Connection connection;
  private final PreparedStatement claim;
  private final PreparedStatement settle;

  RowClaim(Connection connection) throws SQLException {
    this.connection = connection;
    this.claim = connection.prepareStatement(CLAIM);
    this.settle = connection.prepareStatement(SETTLE);
  }

  private record Claimed(long seq, PeerRecord event) {}

  /** Oldest first; RETURNING promises no order. */
  List<PeerRecord> claim() throws SQLException, IOException {
    List<Claimed> claimed = new ArrayList<>();
    try (ResultSet rows = claim.executeQuery()) {
      while (rows.next()) {
        claimed.add(new Claimed(rows.getLong(1), event(rows)));
      }
    }
    claimed.sort(Comparator.comparingLong(Claimed::seq));
    return claimed.stream().map(Claimed::event).toList();
  }

  private static PeerRecord event(ResultSet row) throws SQLException, IOException {
    return new PeerRecord(
        Objects.requireNonNull(row.getObject(2, UUID.class)),
        text(row, 3),
        text(row, 4),
        text(row, 5),
        text(row, 6),
        text(row, 7),
        Objects.requireNonNull(row.getBytes(8)),
        headers(text(row, 9)),
        Objects.requireNonNull(row.getObject(10, OffsetDateTime.class)).toInstant());
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }

  private static Map<String, String> headers(String json) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    JSON.std.mapFrom(json).forEach((name, value) -> headers.put(name, String.valueOf(value)));
    return headers;
  }

  int settle(List<PeerRecord> published) throws SQLException {
    UUID[] ids = published.stream().map(PeerRecord::id).toArray(UUID[]::new);
    settle.setArray(1, connection.createArrayOf("uuid", ids));
    return settle.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    claim.close();
    settle.close();
  }
}
