package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class LocalKafkaIT {

  @Test
  void stoppedBrokerRefusesConnectionsAndComesBackWithItsRecordsAtTheSameAddress()
      throws Exception {
    try (LocalKafka kafka = LocalKafka.launch()) {
      String address = kafka.bootstrapServers();
      kafka.createTopic("orders", 3);
      try (var producer = producer(address);
          var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        producer.send(new ProducerRecord<>("orders", "k1", "before")).get();

        kafka.stop();
        assertThatThrownBy(() -> connect(address)).isInstanceOf(ConnectException.class);
        var waiting =
            threads.submit(
                () -> producer.send(new ProducerRecord<>("orders", "k1", "during")).get());

        kafka.start();
        assertThat(kafka.bootstrapServers()).isEqualTo(address);
        connect(address);
        waiting.get();
        producer.send(new ProducerRecord<>("orders", "k1", "after")).get();
      }
      assertThat(valuesOf("orders", address, 3)).containsExactly("before", "during", "after");
    }
  }

  @Test
  void topicTakesItsConfiguration() {
    try (LocalKafka kafka = LocalKafka.launch(Map.of("num.io.threads", "2"))) {
      kafka.createTopic("small", 1, Map.of("max.message.bytes", "1000"));
      try (var producer = producer(kafka.bootstrapServers())) {
        var tooLarge = producer.send(new ProducerRecord<>("small", "k", "x".repeat(2000)));
        assertThatThrownBy(tooLarge::get)
            .hasCauseInstanceOf(org.apache.kafka.common.errors.RecordTooLargeException.class);
      }
    }
  }

  private static void connect(String address) throws Exception {
    int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }

  private static KafkaProducer<String, String> producer(String address) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address, ProducerConfig.ACKS_CONFIG, "all"),
        new StringSerializer(),
        new StringSerializer());
  }

  private static List<String> valuesOf(String topic, String address, int count) {
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, address,
                ConsumerConfig.GROUP_ID_CONFIG, "test",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (values.size() < count) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
