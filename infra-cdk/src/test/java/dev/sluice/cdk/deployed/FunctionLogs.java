package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What functions have written. By hand, because the SDK's module is not to be had. */
public record FunctionLogs(URI endpoint) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  record Line(String stream, String text) {}

  /** Of everybody. */
  List<Line> lines() {
    return ask("DescribeLogGroups", Map.of(), "logGroups").stream()
        .flatMap(group -> lines(String.valueOf(group.get("logGroupName"))).stream())
        .toList();
  }

  List<Line> lines(String logGroup) {
    return ask("FilterLogEvents", Map.of("logGroupName", logGroup), "events").stream()
        .map(FunctionLogs::line)
        .toList();
  }

  private static Line line(Map<?, ?> event) {
    return new Line(
        String.valueOf(event.get("logStreamName")), String.valueOf(event.get("message")));
  }

  private List<Map<?, ?>> ask(String action, Map<String, String> request, String field) {
    try {
      Map<String, Object> answer = JSON.std.mapFrom(ask(action, JSON.std.asString(request)));
      List<?> found = (List<?>) Objects.requireNonNull(answer.get(field));
      return found.stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String ask(String action, String json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/x-amz-json-1.1")
            .header("X-Amz-Target", "Logs_20140328." + action)
            .timeout(Duration.ofMinutes(1))
            .POST(BodyPublishers.ofString(json))
            .build();
    try {
      HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(action + " is answered with " + response.body());
      }
      return response.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
