package dev.sluice.cdk.cost;

import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cost of the functions: their turns, their metrics, and the events of the relay. */
record FunctionLines(Prices prices, List<Resource> all) {

  private static final String RELAY = ".RelayHandler";

  Stream<Line> ofSchedule(Resource schedule) {
    Resource function = function(schedule);
    Turns turns = Turns.of(schedule);
    boolean loop = isLoop(function);
    double seconds =
        loop ? Math.min(turns.minutes() * 60, function.number("Timeout")) : Workload.SHORT_SECONDS;
    double memory = function.number("MemorySize");
    double dollars =
        turns.aMonth()
            * (seconds * memory / 1024 * prices.of("lambdaGigabyteSecond")
                + prices.of("lambdaMillionRequests") / 1e6
                + prices.of("schedulerMillionInvocations") / 1e6);
    String what =
        String.format(
            Locale.ROOT,
            "%s %s, %s s at %.0f MB",
            name(function),
            turns.text(),
            loop ? String.format(Locale.ROOT, "%.0f", seconds) : "0.2",
            memory);
    double logs = turns.aMonth() * logGigabytes(function) * prices.of("logGigabyte");
    return Stream.of(
        new Line(Part.FUNCTIONS, what, dollars), new Line(Part.LOGS, "logs of the turns", logs));
  }

  private Resource function(Resource schedule) {
    return find(find(schedule.ref("Target", "Arn")).ref("FunctionName"));
  }

  private Resource find(String id) {
    return all.stream()
        .filter(resource -> resource.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new UnknownCostException("there is no resource " + id));
  }

  private static String name(Resource function) {
    return function.text("Handler").endsWith(RELAY) ? "relay" : "operations";
  }

  private static boolean isLoop(Resource function) {
    return function.text("Handler").endsWith(RELAY)
        && !variable(function, "SLUICE_MODE").equals("DRAIN");
  }

  private static boolean byStream(Resource function) {
    return variable(function, "SLUICE_METRIC_DIMENSIONS").contains("Stream");
  }

  private static String variable(Resource function, String name) {
    return function.text("Environment", "Variables", name);
  }

  private static double logGigabytes(Resource function) {
    return Workload.TURN_LOG_GIGABYTES
        + (byStream(function) ? Workload.STREAMS * Workload.STREAM_LOG_GIGABYTES : 0);
  }

  /** Of the relay: its metrics, those of operations among them, and its events. */
  Stream<Line> ofFunction(Resource function) {
    if (!function.text("Handler").endsWith(RELAY)) {
      return Stream.of();
    }
    long totals = count(Scope.OUTBOX) + 2 * count(Scope.SOURCE);
    Stream<Line> metrics = Stream.of(metrics(totals + " metrics of the outbox", totals));
    if (byStream(function)) {
      long each = count(Scope.STREAM);
      String what = "%d metrics of each of %d streams".formatted(each, Workload.STREAMS);
      metrics = Stream.concat(metrics, Stream.of(metrics(what, each * Workload.STREAMS)));
    }
    return Stream.concat(metrics, Stream.of(events(function)));
  }

  private Line metrics(String what, long count) {
    return new Line(Part.METRICS, what, count * prices.of("metricMonth"));
  }

  private long count(Scope scope) {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.scopes().contains(scope) && isWritten(metric))
        .count();
  }

  /** Some cost nothing as long as nothing happens. */
  private boolean isWritten(Metric metric) {
    return switch (metric.emitter()) {
      case CLEAN -> false; // only with a fault
      case PROBE ->
          all.stream()
              .filter(resource -> resource.type().equals("AWS::Scheduler::Schedule"))
              .anyMatch(schedule -> schedule.text("Target", "Input").contains("\"probe\""));
      case RELAY, MEASURE, BOTH -> true;
    };
  }

  /** As if all went to the dearest of the destinations. LOOP sends each by itself. */
  private Line events(Resource relay) {
    String routes =
        variable(relay, "SLUICE_ROUTES")
            + all.stream()
                .filter(resource -> resource.type().equals("AWS::SSM::Parameter"))
                .map(parameter -> parameter.text("Value"))
                .collect(Collectors.joining());
    double entries = isLoop(relay) ? 1 : Workload.ENTRIES_A_REQUEST;
    double million = 0;
    String dearest = "Kafka";
    for (Destination destination : Destination.values()) {
      double price = destination.million(prices, entries);
      if (routes.contains("\"" + destination.scheme + ":") && price > million) {
        million = price;
        dearest = destination.name;
      }
    }
    String what = String.format(Locale.ROOT, "%,.0f events to %s", Workload.EVENTS, dearest);
    return new Line(Part.EVENTS, what, Workload.EVENTS / 1e6 * million);
  }

  private enum Destination {
    SQS("sqs", "SQS", "sqsMillionRequests"),
    SNS("sns", "SNS", "snsMillionRequests"),
    EVENTBRIDGE("eventbridge", "EventBridge", "eventbridgeMillionEvents");

    private final String scheme;
    private final String name;
    private final String price;

    Destination(String scheme, String name, String price) {
      this.scheme = scheme;
      this.name = name;
      this.price = price;
    }

    /** EventBridge counts events, the others requests. */
    double million(Prices prices, double entries) {
      return prices.of(price) / (this == EVENTBRIDGE ? 1 : entries);
    }
  }
}
