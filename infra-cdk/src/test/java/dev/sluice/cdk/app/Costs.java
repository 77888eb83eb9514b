package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.app.Template.Resource;
import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Emitter;
import dev.sluice.metrics.Metric.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What a configuration costs a month, from its templates and the list of prices. */
record Costs(Synthesised synthesised, Map<String, Object> prices) {

  private static final double MINUTES = 730 * 60;
  private static final int STREAMS = 3;

  /** In LOOP one invocation follows the other; for a moment, which does not count, both work. */
  private static final double LOOP_SECONDS = 60;

  /** Assumed for an invocation that finds little to do. */
  private static final double SHORT_SECONDS = 0.2;

  static Costs of(String configuration) {
    try (InputStream file = Costs.class.getResourceAsStream("prices.json")) {
      return new Costs(
          Synthesised.of(configuration), JSON.std.mapFrom(Objects.requireNonNull(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String head() {
    return """
        | Configuration | relay | measuring | endpoints | metrics | alarms and key | total |
        |---|---|---|---|---|---|---|
        """;
  }

  String row() {
    List<Double> parts = List.of(relay(), measuring(), endpoints(), metrics(), alarms());
    StringBuilder row = new StringBuilder("| `" + synthesised.configuration() + "` |");
    parts.forEach(part -> row.append(dollars(part)));
    return row.append(dollars(parts.stream().mapToDouble(Double::doubleValue).sum())) + "\n";
  }

  private static String dollars(double amount) {
    return String.format(Locale.ROOT, " $%.2f |", amount);
  }

  double relay() {
    var relay = Synthesised.read(synthesised.configuration()).relay().settings();
    double invocations = MINUTES / relay.everyMinutes() * relay.lanes();
    double seconds = relay.mode().equals("LOOP") ? LOOP_SECONDS : SHORT_SECONDS;
    return lambda(invocations, seconds, relay.memory());
  }

  double measuring() {
    var relay = Synthesised.read(synthesised.configuration()).relay().settings();
    Object memory = synthesised.stack("Relay").function("OpsHandler").at("MemorySize");
    return lambda(
        MINUTES / relay.measureEveryMinutes(),
        SHORT_SECONDS,
        Integer.parseInt(String.valueOf(memory)));
  }

  private double lambda(double invocations, double seconds, int memory) {
    return invocations * seconds * memory / 1024 * price("lambdaGigabyteSecond")
        + invocations / 1_000_000 * price("lambdaMillionRequests");
  }

  double endpoints() {
    return synthesised.stacks().stream()
            .flatMap(stack -> stack.resources("AWS::EC2::VPCEndpoint").stream())
            .mapToInt(
                endpoint -> ((List<?>) Objects.requireNonNull(endpoint.at("SubnetIds"))).size())
            .sum()
        * price("endpointMonthPerZone");
  }

  double metrics() {
    long totals = count(Scope.OUTBOX) + 2 * count(Scope.SOURCE);
    return (totals + STREAMS * count(Scope.STREAM)) * price("metricMonth");
  }

  /** The metrics of clean come only with a fault. */
  private long count(Scope scope) {
    boolean probes =
        Synthesised.read(synthesised.configuration())
            .relay()
            .settings()
            .probe()
            .everyMinutes()
            .isPresent();
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.emitter() != Emitter.CLEAN)
        .filter(metric -> probes || metric.emitter() != Emitter.PROBE)
        .filter(metric -> metric.scopes().contains(scope))
        .count();
  }

  double alarms() {
    Template stack = synthesised.stack("Observability");
    List<Resource> alarms = stack.resources("AWS::CloudWatch::Alarm");
    return alarms.size() * price("alarmMonth") + price("compositeAlarmMonth") + price("keyMonth");
  }

  private double price(String name) {
    return ((Number) Objects.requireNonNull(prices.get(name))).doubleValue();
  }
}
