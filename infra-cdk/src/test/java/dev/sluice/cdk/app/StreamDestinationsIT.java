package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {stream} in a route's destination: the functions may reach those of the route's streams alone.
 */
final class StreamDestinationsIT {

  private static final String ROUTES =
      """
      "routes": [
        {"stream": "eu_*", "topic": "arn:aws:sns:eu-central-1:123456789012:app-{stream}"},
        {"stream": "mail-*", "queue": "arn:aws:sqs:eu-central-1:123456789012:app-{stream}.fifo"},
        {"stream": "audit.*", "bus": "arn:aws:events:eu-central-1:123456789012:event-bus/app-{stream}"},
        {"stream": "orders.*", "kafka": "{stream}"},
        {"stream": "stock.*", "kafka": "{stream}"},
      """;

  /** Once: a synthesis takes seconds. */
  private static Template relay() {
    return Synthesised.changed("existing", "\"routes\": [", ROUTES).stack("Relay");
  }

  private static List<String> actionsOn(String function, String resource) {
    return Statement.in(relay())
        .filter(Statement::isGrant)
        .filter(statement -> statement.owner().id().startsWith(function))
        .filter(statement -> statement.resources().toString().contains(resource))
        .flatMap(statement -> statement.actions().stream())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          arn:aws:sns:eu-central-1:123456789012:app-eu_*               | sns:Publish | sns:GetTopicAttributes
          arn:aws:sqs:eu-central-1:123456789012:app-mail-*.fifo        | sqs:SendMessage | sqs:GetQueueAttributes
          arn:aws:events:eu-central-1:123456789012:event-bus/app-audit.* | events:DescribeEventBus, events:PutEvents | events:DescribeEventBus
          :topic/shop/01234567-89ab-cdef-0123-456789abcdef-1/orders.*  | kafka-cluster:DescribeTopic, kafka-cluster:WriteData | kafka-cluster:DescribeTopic
          :topic/shop/01234567-89ab-cdef-0123-456789abcdef-1/stock.*   | kafka-cluster:DescribeTopic, kafka-cluster:WriteData | kafka-cluster:DescribeTopic
          """)
  void functionsMayReachTheDestinationsOfTheRoutesStreams(
      String granted, String publish, String look) {
    assertThat(actionsOn("SluiceRelay", granted)).hasToString("[" + publish + "]");
    assertThat(actionsOn("SluiceOps", granted)).hasToString("[" + look + "]");
  }

  /** IAM would match it with nothing. */
  @Test
  void noPermissionHasAPlaceholder() {
    assertThat(Statement.in(relay()))
        .noneMatch(statement -> statement.resources().toString().contains("{stream}"));
    assertThat(relay().resources().map(Object::toString)).anyMatch(r -> r.contains("{stream}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"topic\": \"app-{stream}\"",
        "\"queue\": \"app-{stream}.fifo\"",
        "\"bus\": \"{stream}\"",
        "\"queue\": \"arn:aws:sqs:eu-central-1:{stream}:mail\""
      })
  void destinationsOfStreamsMustExist(String target) {
    assertThatThrownBy(
            () -> ConfigurationReader.parse("{\"routes\": [{\"stream\": \"*\", " + target + "}]}"))
        .hasMessageContaining("with {stream} must be an ARN, in whose last part it stands");
  }

  @Test
  void topicsOfStreamsAreNotMade() {
    assertThatThrownBy(
            () ->
                ConfigurationReader.parse(
                    "{\"kafka\": {\"kind\": \"serverless\"}, \"routes\": [{\"stream\": \"*\", \"kafka\": \"{stream}\", \"partitions\": 3}]}"))
        .hasMessageContaining("routes[0].partitions is of a topic that is made");
    Template messaging =
        Synthesised.changed(
                "everything",
                "\"kafka\": \"orders\", \"partitions\": 24",
                "\"kafka\": \"{stream}\"")
            .stack("Messaging");
    assertThat(messaging.resources().filter(r -> r.type().equals("AWS::MSK::Topic"))).isEmpty();
  }
}
