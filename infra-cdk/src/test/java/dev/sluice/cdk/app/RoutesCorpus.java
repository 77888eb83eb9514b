package dev.sluice.cdk.app;

import java.util.stream.Stream;

/** Routes that are right, and routes that are wrong in one respect each. */
final class RoutesCorpus {

  private RoutesCorpus() {}

  static String route(String destination, String more) {
    return "[{\"stream\": \"a\", \"destination\": \"%s\"%s%s}]"
        .formatted(destination, more.isEmpty() ? "" : ", ", more);
  }

  private static Stream<String> to(String... destinations) {
    return Stream.of(destinations).map(destination -> route(destination, ""));
  }

  private static Stream<String> with(String... fields) {
    return Stream.of(fields).map(field -> route("kafka:a", field));
  }

  private static Stream<String> retries(String... policies) {
    return Stream.of(policies).map(policy -> route("kafka:a", "\"retry\": \"" + policy + "\""));
  }

  static Stream<String> good() {
    return Stream.of(
            to(
                "kafka:orders",
                "kafka:" + "o".repeat(249),
                "kafka:a.B_c-9",
                "kafka:...",
                "sns:arn:aws:sns:eu-central-1:123456789012:orders",
                "sns:arn:aws-cn:sns:cn-north-1:123456789012:orders.fifo",
                "sqs:https://sqs.eu-central-1.amazonaws.com/123456789012/orders",
                "sqs:http://localhost:4566/000000000000/orders.fifo",
                "eventbridge:orders",
                "eventbridge:" + "o".repeat(256),
                "eventbridge:arn:aws:events:eu-central-1:123456789012:event-bus/orders",
                "kafka:app.{stream}",
                "kafka:{stream}-{stream}",
                "sns:arn:aws:sns:eu-central-1:123456789012:app-{stream}.fifo",
                "sqs:https://sqs.eu-central-1.amazonaws.com/123456789012/{stream}",
                "eventbridge:{stream}",
                "eventbridge:arn:aws:events:eu-central-1:123456789012:event-bus/app-{stream}"),
            with(
                "\"format\": \"RAW\", \"maxAttempts\": 1",
                "\"format\": \"ENVELOPE\", \"maxAttempts\": 1000",
                "\"format\": \"CLOUDEVENTS\"",
                "\"order\": \"NONE\", \"onDead\": \"CONTINUE\"",
                "\"order\": \"KEY\", \"onDead\": \"BLOCK\"",
                "\"onDead\": \"BLOCK\"",
                "\"name\": \"audit\", \"from\": \"RETAINED\"",
                "\"name\": \"a-1\", \"from\": \"PRESENT\""),
            retries(
                "2s..10m x2 ±20%",
                "2s..10m",
                "100ms..2h x1.5 +-5%",
                "1s..1s x1 ±100%",
                "1h..1d ±0%",
                " 1s , 5s ,30s ",
                "007s",
                "999999999ms,999999999ms",
                "999999999ms..999999999ms",
                "365d"),
            Stream.of(
                "[{\"stream\": \"audit.*\", \"destination\": \"kafka:audit\"}, {\"stream\": \"*\", \"destination\": \"kafka:events\"}]",
                route("sns:arn:aws:sns:eu-central-1:123456789012:o.fifo", "\"onDead\": \"BLOCK\""),
                route("eventbridge:orders", "\"order\": \"NONE\"")))
        .flatMap(routes -> routes);
  }

  static Stream<String> bad() {
    return Stream.of(
            Stream.of("{}", "5", "[]", "[null]", "[\"kafka:a\"]", "[[]]"),
            Stream.of(
                "[{}]",
                "[{\"stream\": \"a\"}]",
                "[{\"destination\": \"kafka:a\"}]",
                "[{\"stream\": \" \", \"destination\": \"kafka:a\"}]",
                "[{\"stream\": [], \"destination\": \"kafka:a\"}]"),
            to(
                "",
                "orders",
                ":orders",
                "kafka:",
                "kafka: ",
                "kafka: orders",
                "kafka:.",
                "kafka:..",
                "kafka:a/b",
                "kafka:" + "o".repeat(250),
                "sns:orders",
                "sns:arn:aws:sqs:eu-central-1:123456789012:orders",
                "sns:arn:aws:sns:eu-central-1:12345678901:orders",
                "sns:arn:aws:sns:eu-central-1:1234567890123:orders",
                "sns:arn:aws:sns:eu-central-1:123456789012:",
                "sqs:orders",
                "sqs:arn:aws:sqs:eu-central-1:123456789012:orders",
                "sqs:https://sqs.eu-central-1.amazonaws.com",
                "sqs:https://sqs.eu-central-1.amazonaws.com/1/orders/",
                "eventbridge:",
                "eventbridge:a bus",
                "eventbridge:" + "o".repeat(257),
                "eventbridge:arn:aws:sns:eu-central-1:123456789012:orders",
                "kafka:app.{streams}",
                "kafka:app.{stream",
                "sns:arn:aws:sns:eu-central-1:{stream}:orders",
                "sns:arn:aws:sns:eu-central-1:123456789012:orders.eu",
                "sns:arn:aws:sns:eu-central-1:123456789012:orders:0",
                "sns:arn:aws:sns:eu-central-1:123456789012:" + "o".repeat(257),
                "sqs:https://{stream}/123456789012/orders",
                "sqs:https://sqs.eu-central-1.amazonaws.com/{stream}/orders",
                "sqs:https://sqs.eu-central-1.amazonaws.com/123456789012/orders.eu",
                "sqs:https://sqs.eu-central-1.amazonaws.com/123456789012/" + "o".repeat(81),
                "eventbridge:{stream}/orders",
                "eventbridge:arn:aws:events:eu-central-1:{stream}:event-bus/orders",
                "eventbridge:arn:aws:events:eu-central-1:123456789012:event-bus/a bus"),
            with(
                "\"on_dead\": \"BLOCK\"",
                "\"name\": \"Audit\"",
                "\"name\": \"1a\"",
                "\"name\": \"a_b\"",
                "\"name\": \"" + "a".repeat(41) + "\"",
                "\"from\": \"YESTERDAY\"",
                "\"format\": true",
                "\"order\": [\"KEY\"]",
                "\"onDead\": {}",
                "\"order\": \"NONE\", \"onDead\": \"BLOCK\"",
                "\"retry\": 5",
                "\"maxAttempts\": 2.5",
                "\"maxAttempts\": false"),
            retries(
                "often",
                "5",
                "0",
                "0s",
                "00ms,1s",
                "1s,",
                "1s;2s",
                "1234567890ms",
                "1s,1234567890ms",
                "1234567890ms..1234567890ms",
                "1s..1234567890ms",
                "1s..",
                "0s..1s",
                "1s..2s 2",
                "1s..2s x",
                "1s..2s x1..",
                "1s..2s x0",
                "1s..2s x0.5",
                "1s..2s ±101%",
                "1s..2s ±20",
                "1s..2s ±20% x2"),
            Stream.of("eventbridge:orders", "sns:arn:aws:sns:eu-central-1:123456789012:orders")
                .flatMap(
                    destination ->
                        Stream.of("\"order\": \"KEY\"", "\"onDead\": \"BLOCK\"")
                            .map(field -> route(destination, field))),
            Stream.of(
                route("sqs:https://sqs.eu-central-1.amazonaws.com/1/o", "\"order\": \"KEY\"")))
        .flatMap(routes -> routes);
  }
}
