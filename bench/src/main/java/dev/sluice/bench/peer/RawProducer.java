package dev.sluice.bench.peer;

import dev.sluice.bench.SampleEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The producer alone: how fast the broker takes records that lie ready, one of every key, over and
 * over.
 */
public final class RawProducer implements Peer {

  private static final int READY = 10_000;

  private final List<ProducerRecord<byte[], byte[]>> ready = new ArrayList<>(READY);
  private final Producer<byte[], byte[]> producer;

  public RawProducer() throws IOException {
    PeerSettings settings = PeerSettings.read();
    for (int number = 0; number < READY; number++) {
      ready.add(PeerRecord.of(new SampleEvent(number)).to(settings.topic()));
    }
    this.producer = new KafkaProducer<>(settings.producer());
  }

  @Override
  public long handle(long events) {
    LongAdder acknowledged = new LongAdder();
    for (long i = 0; i < events; i++) {
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
    return acknowledged.sum();
  }
}
