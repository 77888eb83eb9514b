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
record FunctionLogs(URI endpoint) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  record Line(String stream, String text) {}

  List<Line> lines(String logGroup) {
    try {
      String answer = ask("FilterLogEvents", JSON.std.asString(Map.of("logGroupName", logGroup)));
      List<?> events = (List<?>) Objects.requireNonNull(JSON.std.mapFrom(answer).get("events"));
      return events.stream().map(event -> line((Map<?, ?>) event)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Line line(Map<?, ?> event) {
    return new Line(
        String.valueOf(event.get("logStreamName")), String.valueOf(event.get("message")));
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
