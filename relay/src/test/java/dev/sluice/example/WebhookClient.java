package dev.sluice.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.Body;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** HTTP as the publisher needs it: opened by the first event, patient with who is overwhelmed. */
final class WebhookClient {

  /** In bytes; a receiver that takes less answers 413 itself. */
  static final int LARGEST = 1_000_000;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final long PAUSE_MILLIS = 100;

  private @Nullable HttpClient http;
  private boolean closed;

  record Answer(int status, String text) {

    String code() {
      return "HTTP_" + status;
    }
  }

  /** The last answer: 429 only if there is no time left to wait. */
  Answer post(Destination hook, OutboxMessage message, long deadline) throws IOException {
    Body body = Body.of(hook.format(), message);
    if (body.bytes().length > LARGEST) {
      return new Answer(413, body.bytes().length + " bytes are more than " + LARGEST);
    }
    try {
      while (true) {
        HttpRequest request = request(hook, message, body, left(deadline));
        int status = opened().send(request, BodyHandlers.discarding()).statusCode();
        if (status != TOO_MANY_REQUESTS || left(deadline).toMillis() <= PAUSE_MILLIS) {
          return new Answer(status, hook.target() + " answered " + status);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private static Duration left(long deadline) throws IOException {
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    if (!left.isPositive()) {
      throw new HttpTimeoutException("no time left");
    }
    return left;
  }

  private static HttpRequest request(
      Destination hook, OutboxMessage message, Body body, Duration timeout) {
    return HttpRequest.newBuilder(URI.create(hook.target()))
        .timeout(timeout)
        .header("Content-Type", ascii(body.contentType()))
        .header("Sluice-Attributes", attributes(message))
        .POST(BodyPublishers.ofByteArray(body.bytes()))
        .build();
  }

  /** One header for all: names and values may hold what no header of HTTP can. */
  private static String attributes(OutboxMessage message) {
    return message.attributes().entrySet().stream()
        .map(
            it ->
                URLEncoder.encode(it.getKey(), UTF_8)
                    + "="
                    + URLEncoder.encode(it.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static String ascii(String contentType) {
    return contentType.matches("[!-~][ -~]*") ? contentType : "application/octet-stream";
  }

  private synchronized HttpClient opened() throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    if (http == null) {
      http = HttpClient.newHttpClient();
    }
    return http;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized void close() {
    closed = true;
    if (http != null) {
      http.shutdownNow();
    }
  }
}
