package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics, queues and secrets that exist may be encrypted with a key of the customer's own. */
final class CustomerKeysIT {

  private static final String KEY = "arn:aws:kms:eu-central-1:123456789012:key/0f9c";

  @ParameterizedTest
  @ValueSource(
      strings = {"sqs:eu-central-1:123456789012:mail", "sns:eu-central-1:123456789012:events"})
  void relayMayUseTheKeyOfATopicAndOfAQueueByWayOfThem(String resource) {
    String arn = "\"arn:aws:" + resource + "\"";
    assertThat(byKey(with(arn, arn + key()), "SluiceRelay"))
        .singleElement()
        .satisfies(
            grant -> {
              assertThat(grant.actions()).containsExactly("kms:Decrypt", "kms:GenerateDataKey");
              assertThat(grant.conditions())
                  .hasToString(
                      "{StringEquals={kms:ViaService=%s.eu-central-1.amazonaws.com}}"
                          .formatted(resource.substring(0, 3)));
            });
  }

  @Test
  void operationsNeedNoKeyToLook() {
    String queue = "\"arn:aws:sqs:eu-central-1:123456789012:mail\"";
    assertThat(byKey(with(queue, queue + key()), "SluiceOps")).isEmpty();
  }

  @Test
  void migrationMayDecryptItsSecretByWayOfSecretsManagerOnly() {
    String secret = "\"arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop-AbCdEf\"";
    assertThat(byKey(with(secret, secret + key()), "SluiceMigration"))
        .singleElement()
        .satisfies(
            grant -> {
              assertThat(grant.actions()).containsExactly("kms:Decrypt");
              assertThat(grant.conditions())
                  .hasToString(
                      "{StringEquals={kms:ViaService=secretsmanager.eu-central-1.amazonaws.com}}");
            });
  }

  /** The control. */
  @Test
  void withoutAKeyNobodyMayUseOne() {
    assertThat(Statement.in(Synthesised.of("existing").stack("Relay")))
        .isNotEmpty()
        .noneMatch(statement -> statement.toString().contains("kms:"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"routes\": [{\"stream\": \"*\", \"topic\": \"events\", \"keyArn\": \"arn:k\"}]}",
        "{\"routes\": [{\"stream\": \"*\", \"bus\": \"arn:aws:events:r:1:event-bus/b\", \"keyArn\": \"arn:k\"}]}"
      })
  void keyOfWhatHasNoneIsAFault(String json) {
    assertThatThrownBy(() -> ConfigurationReader.parse(json))
        .hasMessageContaining("routes[0].keyArn is of a topic or queue that exists");
  }

  private static String key() {
    return ", \"keyArn\": \"" + KEY + "\"";
  }

  private static Template with(String from, String to) {
    return Synthesised.changed("existing", from, to).stack("Relay");
  }

  private static List<Statement> byKey(Template relay, String function) {
    return Statement.in(relay)
        .filter(Statement::isGrant)
        .filter(statement -> statement.owner().id().startsWith(function))
        .filter(statement -> statement.resources().contains(KEY))
        .toList();
  }
}
