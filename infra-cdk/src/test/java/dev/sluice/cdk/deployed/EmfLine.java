package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataRequest;

/** A line of a log in the embedded metric format, as the requests that say the same. */
record EmfLine(Map<String, Object> line, Map<?, ?> metadata) {

  /** None where the line tells no metrics. */
  static List<PutMetricDataRequest> requests(String text) {
    if (!text.startsWith("{") || !text.contains("\"_aws\"")) {
      return List.of();
    }
    try {
      Map<String, Object> line = JSON.std.mapFrom(text);
      return new EmfLine(line, (Map<?, ?>) Objects.requireNonNull(line.get("_aws"))).requests();
    } catch (IOException e) {
      throw new UncheckedIOException("no JSON: " + text, e);
    }
  }

  private List<PutMetricDataRequest> requests() {
    return maps(metadata.get("CloudWatchMetrics")).stream()
        .map(
            directive ->
                PutMetricDataRequest.builder()
                    .namespace(String.valueOf(directive.get("Namespace")))
                    .metricData(data(directive))
                    .build())
        .toList();
  }

  private List<MetricDatum> data(Map<?, ?> directive) {
    List<MetricDatum> data = new ArrayList<>();
    for (Object names : list(directive.get("Dimensions"))) {
      List<Dimension> dimensions = list(names).stream().map(this::dimension).toList();
      maps(directive.get("Metrics")).forEach(metric -> data.add(datum(metric, dimensions)));
    }
    return data;
  }

  private Dimension dimension(Object name) {
    String text = String.valueOf(name);
    return Dimension.builder().name(text).value(String.valueOf(line.get(text))).build();
  }

  private MetricDatum datum(Map<?, ?> metric, List<Dimension> dimensions) {
    String name = String.valueOf(metric.get("Name"));
    Number millis = (Number) Objects.requireNonNull(metadata.get("Timestamp"));
    MetricDatum.Builder datum =
        MetricDatum.builder()
            .metricName(name)
            .unit(String.valueOf(metric.get("Unit")))
            .timestamp(Instant.ofEpochMilli(millis.longValue()))
            .dimensions(dimensions);
    return switch (line.get(name)) {
      case Number value -> datum.value(value.doubleValue()).build();
      case List<?> values ->
          datum.values(values.stream().map(v -> ((Number) v).doubleValue()).toList()).build();
      case null, default -> throw new AssertionError(name + " has no value in " + line);
    };
  }

  private static List<?> list(@Nullable Object value) {
    return (List<?>) Objects.requireNonNull(value);
  }

  private static List<Map<?, ?>> maps(@Nullable Object value) {
    List<Map<?, ?>> maps = new ArrayList<>();
    list(value).forEach(element -> maps.add((Map<?, ?>) element));
    return maps;
  }
}
