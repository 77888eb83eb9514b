package dev.sluice.bench.peer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.bench.SampleEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The producer alone: how fast the broker takes records that lie ready, one of every key, over and
 * over.
 */
public final class RawProducerHandler implements RequestStreamHandler {

  private static final int READY = 10_000;

  private final List<ProducerRecord<byte[], byte[]>> ready;
  private final Producer<byte[], byte[]> producer;

  public RawProducerHandler() {
    PeerSettings settings = PeerSettings.read();
    this.ready = LongStream.range(0, READY).mapToObj(i -> record(i).to(settings.topic())).toList();
    this.producer = new KafkaProducer<>(settings.producer());
  }

  private static PeerRecord record(long number) {
    SampleEvent event = new SampleEvent(number);
    return new PeerRecord(
        event.id(),
        SampleEvent.STREAM,
        SampleEvent.TYPE,
        SampleEvent.AGGREGATE_TYPE,
        event.key(),
        event.key(),
        event.payload().getBytes(StandardCharsets.UTF_8),
        event.headers(),
        event.createdAt());
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    PeerCall call = PeerCall.read(input);
    LongAdder acknowledged = new LongAdder();
    for (long i = 0; i < call.events(); i++) {
      var _ =
          producer.send(
              ready.get((int) (i % READY)),
              (_, failure) -> {
                if (failure == null) {
                  acknowledged.increment();
                }
              });
    }
    producer.flush();
    call.answer(output, acknowledged.sum());
  }
}
