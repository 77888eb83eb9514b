package dev.sluice.bench.peer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The conventional relay: claim 500 rows, publish them, await every acknowledgement, mark them. */
public final class RowClaimHandler implements RequestStreamHandler {

  private final PeerSettings settings = PeerSettings.read();
  private final RowClaim rows;
  private final Producer<byte[], byte[]> producer;

  public RowClaimHandler() throws SQLException {
    this.rows = new RowClaim(settings.connect());
    this.producer = new KafkaProducer<>(settings.producer());
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    PeerCall call = PeerCall.read(input);
    try {
      call.answer(output, drain());
    } catch (SQLException | ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private long drain() throws SQLException, IOException, ExecutionException, InterruptedException {
    long published = 0;
    for (List<PeerRecord> batch = rows.claim(); !batch.isEmpty(); batch = rows.claim()) {
      publish(batch);
      published += rows.settle(batch);
    }
    return published;
  }

  private void publish(List<PeerRecord> batch) throws ExecutionException, InterruptedException {
    List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(batch.size());
    for (PeerRecord event : batch) {
      acknowledgements.add(producer.send(event.to(settings.topic())));
    }
    producer.flush();
    for (Future<RecordMetadata> acknowledgement : acknowledgements) {
      acknowledgement.get();
    }
  }
}
