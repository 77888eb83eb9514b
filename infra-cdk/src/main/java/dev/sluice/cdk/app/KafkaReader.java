package dev.sluice.cdk.app;

import dev.sluice.cdk.MskProvisioned;
import dev.sluice.cdk.app.Configuration.KafkaChoice;

/** Reads which Kafka cluster it is to be, if any. */
final class KafkaReader {

  private KafkaReader() {}

  static KafkaChoice read(Fields fields) {
    Fields kafka = fields.object("kafka");
    KafkaChoice choice =
        switch (kafka.text("kind", "none")) {
          case "none" -> new KafkaChoice.None();
          case "serverless" -> new KafkaChoice.Serverless();
          case "provisioned" ->
              new KafkaChoice.Provisioned(
                  new MskProvisioned.Size(
                      kafka.text("kafkaVersion", "3.9.x"),
                      kafka.text("instanceType", "kafka.m7g.large"),
                      kafka.number("storageGiB", 100, 1, 16_384)));
          case "existing" ->
              new KafkaChoice.Existing(
                  kafka.text("arn"),
                  kafka.text("bootstrapServers"),
                  kafka.optional("securityGroupId"));
          default -> {
            kafka.fault("kind", "must be none, serverless, provisioned or existing");
            yield new KafkaChoice.None();
          }
        };
    kafka.refuseUnknown();
    return choice;
  }
}
