package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {

  @Test
  void defaultsKeepThePromises() {
    assertThat(settings(Map.of()))
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("max.in.flight.requests.per.connection", 1)
        .containsEntry("linger.ms", 5)
        .containsEntry("batch.size", 131_072)
        .containsEntry("compression.type", "none")
        .containsEntry("connections.max.idle.ms", 45_000)
        .containsEntry("key.serializer", ByteArraySerializer.class)
        .containsEntry("value.serializer", ByteArraySerializer.class);
  }

  @Test
  void timeoutsFitIntoTheTimeLimit() {
    assertThat(settings(Map.of()))
        .containsEntry("max.block.ms", 5_000L)
        .containsEntry("delivery.timeout.ms", 10_000)
        .containsEntry("request.timeout.ms", 5_000);
  }

  @Test
  void variablesBecomePropertiesAndWin() {
    assertThat(settings(Map.of("KAFKA_LINGER_MS", " 0 ", "KAFKA_SSL_TRUSTSTORE_TYPE", "PEM")))
        .containsEntry("linger.ms", "0")
        .containsEntry("ssl.truststore.type", "PEM");
  }

  @Test
  void otherVariablesStayOut() {
    assertThat(settings(Map.of("AWS_REGION", "eu-west-1", "SLUICE_MODE", "LOOP")))
        .isEqualTo(settings(Map.of()));
  }

  @Test
  void mskLoginIsFilledIn() {
    assertThat(
            settings(
                Map.of(
                    "KAFKA_SECURITY_PROTOCOL", "SASL_SSL", "KAFKA_SASL_MECHANISM", "AWS_MSK_IAM")))
        .containsEntry("sasl.jaas.config", "software.amazon.msk.auth.iam.IAMLoginModule required;")
        .containsEntry(
            "sasl.client.callback.handler.class",
            "software.amazon.msk.auth.iam.IAMClientCallbackHandler");
  }

  @Test
  void mskLoginOfTheirOwnIsKept() {
    assertThat(
            settings(
                Map.of(
                    "KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                    "KAFKA_SASL_MECHANISM", "AWS_MSK_IAM",
                    "KAFKA_SASL_JAAS_CONFIG", "theirs;")))
        .containsEntry("sasl.jaas.config", "theirs;");
  }

  @Test
  void otherLoginsAreLeftAlone() {
    assertThat(
            settings(
                Map.of(
                    "KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                    "KAFKA_SASL_MECHANISM", "SCRAM-SHA-512")))
        .doesNotContainKeys("sasl.jaas.config", "sasl.client.callback.handler.class");
  }

  /** As every other variable: the SAM CLI sets those to nothing that are not deployed. */
  @Test
  void blankVariableIsAsGoodAsNone() {
    assertThat(settings(Map.of("KAFKA_SASL_MECHANISM", " ", "KAFKA_LINGER_MS", "")))
        .isEqualTo(settings(Map.of()));
  }

  private static Map<String, Object> settings(Map<String, String> environment) {
    return ProducerSettings.of(new PublisherContext(environment, Duration.ofSeconds(20)));
  }
}
