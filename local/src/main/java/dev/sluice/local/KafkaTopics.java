package dev.sluice.local;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;

/** The topics of a broker. */
record KafkaTopics(String bootstrapServers) {

  /** Returns when the topic has its leaders. */
  void create(String name, int partitions, Map<String, String> config) {
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(config);
    administer(admin -> admin.createTopics(List.of(topic)).all(), "create topic " + name);
  }

  void configure(String name, Map<String, String> config) {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
    List<AlterConfigOp> changes =
        config.entrySet().stream()
            .map(entry -> new ConfigEntry(entry.getKey(), entry.getValue()))
            .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
            .toList();
    administer(
        admin -> admin.incrementalAlterConfigs(Map.of(topic, changes)).all(), "configure " + name);
  }

  private void administer(Function<Admin, KafkaFuture<Void>> change, String what) {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
      change.apply(admin).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot " + what, e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted: " + what, e);
    }
  }
}
