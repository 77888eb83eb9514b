package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.LocalServices;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;

/** Where the first event goes. */
enum StartDestination {
  KAFKA,
  SNS,
  SQS,
  EVENTBRIDGE;

  static StartDestination named(String name) {
    return Arrays.stream(values())
        .filter(destination -> destination.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException("there is no destination '" + name + "'; there are " + names()));
  }

  static String names() {
    return Arrays.stream(values()).map(StartDestination::label).collect(joining(", "));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String uri(URI endpoint) {
    return switch (this) {
      case KAFKA -> "kafka:" + LocalServices.TOPIC;
      case SNS -> AwsDestination.SNS.uri(endpoint);
      case SQS -> AwsDestination.SQS.uri(endpoint);
      case EVENTBRIDGE -> AwsDestination.EVENTBRIDGE.uri(endpoint);
    };
  }
}
