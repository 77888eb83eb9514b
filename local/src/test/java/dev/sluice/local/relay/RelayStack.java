package dev.sluice.local.relay;

import dev.sluice.local.LocalKafka;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An outbox before a real Kafka broker. */
final class RelayStack implements AutoCloseable {

  static final int PARTITIONS = 6;

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final OutboxStack outbox = new OutboxStack();
  final LocalPostgres postgres = outbox.postgres;
  final LocalKafka kafka = LocalKafka.launch();
  private String topic = "";

  /** An empty outbox and an empty topic. */
  RelayStack fresh() {
    outbox.fresh();
    topic = "events-" + NUMBER.incrementAndGet();
    kafka.createTopic(topic, PARTITIONS);
    return this;
  }

  String route(String scheme) {
    return "[{\"stream\":\"*\",\"destination\":\"" + scheme + ":" + topic + "\"}]";
  }

  LocalLambda lane(String name, Map<String, String> more) {
    return lane(name, more, List.of());
  }

  LocalLambda lane(String name, Map<String, String> more, List<Path> classpath) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SLUICE_ROUTES", route("kafka"));
    environment.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    environment.putAll(more);
    return outbox.lane(name, environment, classpath, Duration.ofSeconds(40));
  }

  /** Dead events block their keys, so that every event has its one right place. */
  LocalLambda blockingLane(String name) {
    return lane(
        name,
        Map.of(
            "SLUICE_ROUTES",
            blocking(),
            "SLUICE_MODE",
            "LOOP",
            "SLUICE_LEASE",
            "30s",
            "SLUICE_PUBLISH_TIMEOUT",
            "10s"));
  }

  LocalLambda ops(String name) {
    return outbox.ops(
        name,
        Map.of("SLUICE_ROUTES", blocking(), "KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers()));
  }

  private String blocking() {
    return route("kafka").replace("}]", ",\"onDead\":\"BLOCK\"}]");
  }

  void append(String stream, int events, int keys) {
    outbox.append(stream, events, keys, 1);
  }

  void append(int events, int keys, int streams) {
    outbox.append("stream-", events, keys, streams);
  }

  void execute(String sql) {
    outbox.execute(sql);
  }

  long count(String from) {
    return outbox.count(from);
  }

  String one(String sql) {
    return outbox.one(sql);
  }

  Ledger ledger() {
    return new Ledger(kafka.bootstrapServers(), topic);
  }

  @Override
  public void close() {
    kafka.close();
    outbox.close();
  }
}
