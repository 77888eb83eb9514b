package dev.sluice.bench;

import java.util.Locale;
import java.util.Map;

/** Where events go. */
enum Destination {
  KAFKA("kafka:" + KafkaBroker.TOPIC),
  SNS("sns:arn:aws:sns:us-east-1:000000000000:bench"),
  SNS_FIFO("sns:arn:aws:sns:us-east-1:000000000000:bench.fifo"),
  SQS("sqs:%s/000000000000/bench"),
  SQS_FIFO("sqs:%s/000000000000/bench.fifo"),
  EVENTBRIDGE("eventbridge:bench");

  private static final int FIFO_KEYS = 1_000;

  private final String form;

  Destination(String form) {
    this.form = form;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean fifo() {
    return form.endsWith(".fifo");
  }

  /** On a FIFO destination some keys come several times within a thousand events. */
  SampleEvent event(long number) {
    return fifo() ? SampleEvent.withAnyOf(FIFO_KEYS, number) : new SampleEvent(number);
  }

  /** The setting that says how many calls may be in flight. */
  String callsSetting() {
    String service = form.substring(0, form.indexOf(':')).toUpperCase(Locale.ROOT);
    return "SLUICE_" + service + "_CALLS";
  }

  /** Everything is routed there. */
  Map<String, String> environment(String endpoint) {
    String order = this == KAFKA || fifo() ? "KEY" : "NONE";
    String routes =
        "[{\"stream\":\"*\",\"destination\":\"%s\",\"order\":\"%s\"}]"
            .formatted(form.formatted(endpoint), order);
    return this == KAFKA
        ? Map.of(
            "SLUICE_ROUTES", routes,
            "KAFKA_BOOTSTRAP_SERVERS", endpoint,
            "BENCH_TOPIC", KafkaBroker.TOPIC)
        : Map.of(
            "SLUICE_ROUTES",
            routes,
            "AWS_ENDPOINT_URL",
            endpoint,
            "AWS_ACCESS_KEY_ID",
            "bench",
            "AWS_SECRET_ACCESS_KEY",
            "bench");
  }
}
