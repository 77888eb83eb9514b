package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

class AwsStandInHttpIT {

  private static final String QUEUE = StandInSender.SQS.target();
  private static final String LARGE = "é😀 & ".repeat(100_000);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLargeBodyMayWaitForItsInvitation(boolean waits) throws Exception {
    try (AwsStandIn aws = AwsStandIn.start();
        HttpClient http = HttpClient.newHttpClient()) {
      String json =
          "{\"QueueUrl\":\"q\",\"Entries\":[{\"Id\":\"1\",\"MessageBody\":\"" + LARGE + "\"}]}";
      HttpRequest request =
          request(aws.endpoint())
              .expectContinue(waits)
              .header("X-Amz-Target", "AmazonSQS.SendMessageBatch")
              .POST(BodyPublishers.ofString(json))
              .build();

      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(aws.accepted("q")).extracting(StandInEntry::body).containsExactly(LARGE, LARGE);
    }
  }

  @Test
  void anythingElseThanAnAwsApiIsExplained() throws Exception {
    try (AwsStandIn aws = AwsStandIn.start();
        HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request = request(aws.endpoint().resolve("/elsewhere")).build();

      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("the stand-in knows PublishBatch", "not ''");
    }
  }

  /** It needs the checksums of the attributes, although nobody here reads these. */
  @Test
  void theClientIsContentWithAStandInThatCounts() {
    MessageAttributeValue value =
        MessageAttributeValue.builder().dataType("String").stringValue("value").build();
    SendMessageBatchRequestEntry entry =
        SendMessageBatchRequestEntry.builder()
            .id("1")
            .messageBody(StandInOdd.TEXT)
            .messageAttributes(Map.of("name", value))
            .build();
    try (StandInClients clients = StandInClients.counting();
        SqsClient sqs = clients.sqs()) {
      var sent = sqs.sendMessageBatch(batch -> batch.queueUrl(QUEUE).entries(entry)).successful();

      assertThat(sent.getFirst().md5OfMessageAttributes()).hasSize(32);
      assertThat(clients.aws().counts().taken()).isEqualTo(1);
    }
  }

  private static HttpRequest.Builder request(URI uri) {
    return HttpRequest.newBuilder(uri).version(HttpClient.Version.HTTP_1_1);
  }
}
