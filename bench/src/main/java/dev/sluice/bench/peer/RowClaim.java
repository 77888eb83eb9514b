package dev.sluice.bench.peer;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The conventional relay: claim 500 rows, publish them, await every acknowledgement, mark them.
 * Each of the two statements is a transaction of its own, and prepared once.
 */
public final class RowClaim implements Peer {

  private static final String CLAIM =
      """
      UPDATE row_claim.event SET status = 'PROCESSING', claimed_at = now()
      WHERE id IN (
        SELECT id FROM row_claim.event
        WHERE status = 'PENDING' ORDER BY seq LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING\s"""
          + PeerRecord.COLUMNS;

  private static final String SETTLE =
      """
      UPDATE row_claim.event SET status = 'PUBLISHED', published_at = now()
      WHERE id = ANY (?) AND status = 'PROCESSING'
      """;

  private final PeerSettings settings = PeerSettings.read();
  private final Connection connection = settings.connect();
  private final PreparedStatement claim = connection.prepareStatement(CLAIM);
  private final PreparedStatement settle = connection.prepareStatement(SETTLE);
  private final Producer<byte[], byte[]> producer = new KafkaProducer<>(settings.producer());

  public RowClaim() throws SQLException {}

  @Override
  public long handle(long events)
      throws SQLException, IOException, ExecutionException, InterruptedException {
    long published = 0;
    for (List<PeerRecord> batch = claim(); !batch.isEmpty(); batch = claim()) {
      publish(batch);
      published += settle(batch);
    }
    return published;
  }

  /** Oldest first; RETURNING promises no order. */
  private List<PeerRecord> claim() throws SQLException {
    List<PeerRecord> claimed = new ArrayList<>();
    try (ResultSet rows = claim.executeQuery()) {
      while (rows.next()) {
        claimed.add(PeerRecord.of(rows));
      }
    }
    claimed.sort(Comparator.comparingLong(PeerRecord::seq));
    return claimed;
  }

  private void publish(List<PeerRecord> batch)
      throws IOException, ExecutionException, InterruptedException {
    List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(batch.size());
    for (PeerRecord event : batch) {
      acknowledgements.add(producer.send(event.to(settings.topic())));
    }
    producer.flush();
    for (Future<RecordMetadata> acknowledgement : acknowledgements) {
      acknowledgement.get();
    }
  }

  private int settle(List<PeerRecord> published) throws SQLException {
    UUID[] ids = published.stream().map(PeerRecord::id).toArray(UUID[]::new);
    settle.setArray(1, connection.createArrayOf("uuid", ids));
    return settle.executeUpdate();
  }
}
