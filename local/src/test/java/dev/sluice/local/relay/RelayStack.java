package dev.sluice.local.relay;

import dev.sluice.emulators.SharedKafka;
import dev.sluice.local.LocalKafka;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** An outbox before a real Kafka broker: the build's, or both of a test's own. */
final class RelayStack implements AutoCloseable {

  static final int PARTITIONS = 6;

  private final OutboxStack outbox;
  private final Optional<LocalKafka> own;
  private final String bootstrapServers;
  private String topic = "";

  private RelayStack(OutboxStack outbox, Optional<LocalKafka> own) {
    this.outbox = outbox;
    this.own = own;
    this.bootstrapServers =
        own.map(LocalKafka::bootstrapServers).orElseGet(SharedKafka::bootstrapServers);
    createTopic();
  }

  static RelayStack shared() {
    return new RelayStack(OutboxStack.shared(), Optional.empty());
  }

  static RelayStack own() {
    return new RelayStack(OutboxStack.own(), Optional.of(LocalKafka.launch()));
  }

  /** An empty outbox and an empty topic. */
  RelayStack fresh() {
    outbox.fresh();
    createTopic();
    return this;
  }

  private void createTopic() {
    topic = "events-" + UUID.randomUUID();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException("cannot create " + topic, e);
    }
  }

  LocalKafka kafka() {
    return own.orElseThrow();
  }

  LocalPostgres postgres() {
    return outbox.postgres();
  }

  String route(String scheme) {
    return "[{\"stream\":\"*\",\"destination\":\"" + scheme + ":" + topic + "\"}]";
  }

  LocalLambda lane(String name, Map<String, String> more) {
    return lane(name, more, List.of());
  }

  LocalLambda lane(String name, Map<String, String> more, List<Path> classpath) {
    return outbox.lane(name, environment(more), classpath, Duration.ofSeconds(40));
  }

  private Map<String, String> environment(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SLUICE_ROUTES", route("kafka"));
    environment.put("KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    environment.putAll(more);
    return environment;
  }

  /** One whose cold start on a busy machine is no outage. */
  LocalLambda patientLane(String name) {
    return patientLane(name, Map.of("SLUICE_LEASE", "30s", "SLUICE_PUBLISH_TIMEOUT", "15s"));
  }

  LocalLambda patientLane(String name, Map<String, String> more) {
    return outbox.lane(name, environment(more), List.of(), Duration.ofMinutes(2));
  }

  /** As if their time was over: for leases of a process that is dead. */
  void expireLeases() {
    execute("UPDATE outbox.shard SET leased_until = now() - interval '1 second'");
  }

  /** Returns when the time of every lease is over. */
  void outlastLeases() {
    one(
        "SELECT pg_sleep(extract(epoch FROM max(leased_until) - clock_timestamp())) FROM outbox.shard");
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
        name, Map.of("SLUICE_ROUTES", blocking(), "KAFKA_BOOTSTRAP_SERVERS", bootstrapServers));
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

  long owed() {
    return outbox.owed();
  }

  long owed(String streams) {
    return outbox.owed(streams);
  }

  long delivered() {
    return outbox.delivered();
  }

  long count(String from) {
    return outbox.count(from);
  }

  String one(String sql) {
    return outbox.one(sql);
  }

  Ledger ledger() {
    return new Ledger(bootstrapServers, topic);
  }

  @Override
  public void close() {
    own.ifPresent(LocalKafka::close);
    outbox.close();
  }
}
