package dev.sluice.cdk.app;

import dev.sluice.cdk.Destination;
import dev.sluice.cdk.KafkaCluster;
import dev.sluice.cdk.MskProvisioned;
import dev.sluice.cdk.MskServerless;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.app.Configuration.KafkaChoice;
import java.util.Optional;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.ec2.SecurityGroup;

/** A cluster, and the same again where its topics are for us to make. */
record KafkaParts(Optional<KafkaCluster> cluster, Optional<MskProvisioned> provisioned) {

  static KafkaParts in(Stack stack, NetworkPlacement place, KafkaChoice choice) {
    return switch (choice) {
      case KafkaChoice.None _ -> new KafkaParts(Optional.empty(), Optional.empty());
      case KafkaChoice.Serverless _ ->
          of(new MskServerless(stack, "Kafka", place.network().orElseThrow()).cluster());
      case KafkaChoice.Provisioned(MskProvisioned.Size size) -> {
        MskProvisioned made =
            new MskProvisioned(stack, "Kafka", place.network().orElseThrow(), size);
        yield new KafkaParts(Optional.of(made.cluster()), Optional.of(made));
      }
      case KafkaChoice.Existing there -> of(existing(stack, there));
    };
  }

  private static KafkaParts of(KafkaCluster cluster) {
    return new KafkaParts(Optional.of(cluster), Optional.empty());
  }

  private static KafkaCluster existing(Stack stack, KafkaChoice.Existing there) {
    Optional<IConnectable> group =
        there.securityGroupId().map(id -> SecurityGroup.fromSecurityGroupId(stack, "Kafka", id));
    return new KafkaCluster(there.arn(), there.bootstrapServers(), group);
  }

  static boolean exists(KafkaChoice choice) {
    return choice instanceof KafkaChoice.None || choice instanceof KafkaChoice.Existing;
  }

  Destination destination(Stack stack, String topic, int partitions) {
    KafkaCluster there = cluster.orElseThrow();
    if (Destination.isByStream(topic)) {
      return Destination.kafka(there.exportedBy(stack), topic);
    }
    provisioned.ifPresent(made -> made.topic(topic, partitions));
    return Destination.kafka(there, topic);
  }
}
