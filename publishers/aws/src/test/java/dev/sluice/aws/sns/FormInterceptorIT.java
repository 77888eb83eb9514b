package dev.sluice.aws.sns;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.PublishBatchRequest;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

/** The SDK's own request is the control: ours differs from it in nothing. */
class FormInterceptorIT {

  private record Request(URI uri, String type, String length, String body) {}

  private final List<Request> requests = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(
        new Request(
            exchange.getRequestURI(),
            exchange.getRequestHeaders().getFirst("Content-Type"),
            exchange.getRequestHeaders().getFirst("Content-Length"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    byte[] answer =
        "<PublishBatchResponse><PublishBatchResult/></PublishBatchResponse>"
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  @Test
  void requestIsTheSdksOwn() {
    publish(List.of());
    publish(List.of(new FormInterceptor()));
    assertThat(requests.get(1)).isEqualTo(requests.get(0));
    assertThat(requests.get(1).body()).contains("Action=PublishBatch").contains("%C3%BC");
  }

  @Test
  void nothingIsLeftInTheQuery() {
    publish(List.of(new FormInterceptor()));
    assertThat(requests.getFirst().uri().getRawQuery()).isNull();
  }

  private void publish(List<ExecutionInterceptor> interceptors) {
    try (SnsClient client =
        SnsClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(o -> o.executionInterceptors(interceptors))
            .build()) {
      client.publishBatch(request());
    }
  }

  private static PublishBatchRequest request() {
    MessageAttributeValue key =
        MessageAttributeValue.builder().dataType("String").stringValue("ключ/😀").build();
    return PublishBatchRequest.builder()
        .topicArn("arn:aws:sns:eu-central-1:000000000000:topic")
        .publishBatchRequestEntries(
            List.of(
                PublishBatchRequestEntry.builder()
                    .id("1")
                    .message("ü & \"quoted\" = 1 + 1 ~*'()\n")
                    .messageAttributes(Map.of("sluice-key", key))
                    .build(),
                PublishBatchRequestEntry.builder().id("2").message("plain").build()))
        .build();
  }
}
