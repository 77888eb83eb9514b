package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;

/** A kind of destination on AWS, and how many events a second one lane is to bring there. */
enum AwsDestination {
  SNS("sns:arn:aws:sns:us-east-1:000000000000:bench", 20_000),
  SNS_FIFO("sns:arn:aws:sns:us-east-1:000000000000:bench.fifo", 10_000),
  SQS("sqs:%s/000000000000/bench", 20_000),
  SQS_FIFO("sqs:%s/000000000000/bench.fifo", 10_000),
  EVENTBRIDGE("eventbridge:bench", 20_000);

  private final String form;
  private final int aim;

  AwsDestination(String form, int aim) {
    this.form = form;
    this.aim = aim;
  }

  static AwsDestination named(String name) {
    return Arrays.stream(values())
        .filter(destination -> destination.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException("there is no destination '" + name + "'; there are " + names()));
  }

  static String names() {
    return Arrays.stream(values()).map(AwsDestination::label).collect(joining(", "));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Events a second. */
  int aim() {
    return aim;
  }

  boolean ordered() {
    return form.endsWith(".fifo");
  }

  String uri(URI endpoint) {
    return form.formatted(endpoint);
  }

  String callsSetting() {
    String service = form.substring(0, form.indexOf(':')).toUpperCase(Locale.ROOT);
    return "SLUICE_" + service + "_CALLS";
  }
}
