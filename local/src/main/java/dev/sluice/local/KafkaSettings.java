package dev.sluice.local;

import java.util.Map;

/** One broker on a small machine: few threads, few internal partitions, nothing replicated. */
final class KafkaSettings {

  static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "4"),
          Map.entry("background.threads", "2"),
          Map.entry("num.recovery.threads.per.data.dir", "1"),
          Map.entry("log.cleaner.threads", "1"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("offsets.topic.num.partitions", "1"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("transaction.state.log.num.partitions", "1"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("auto.create.topics.enable", "false"),
          Map.entry("controlled.shutdown.enable", "false"));

  private KafkaSettings() {}
}
