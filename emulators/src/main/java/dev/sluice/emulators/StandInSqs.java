package dev.sluice.emulators;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** SQS: AWS JSON 1.0, with the error codes of its older protocol in a header. */
final class StandInSqs implements StandInProtocol {

  private static final String CONTENT_TYPE = "application/x-amz-json-1.0";
  private static final String OLD_PREFIX = "AWS.SimpleQueueService.";
  private static final Set<String> PREFIXED_ONCE =
      Set.of(
          "NonExistentQueue",
          "BatchEntryIdsNotDistinct",
          "BatchRequestTooLong",
          "EmptyBatchRequest",
          "InvalidBatchEntryId",
          "TooManyEntriesInBatchRequest",
          "UnsupportedOperation");

  @Override
  public StandInCall read(StandInRequest request) throws IOException {
    List<StandInSqsEntry> entries = new ArrayList<>();
    String[] target = {""};
    StandInJson.walk(
        request.body(),
        (name, parser) -> {
          if (name.equals("QueueUrl")) {
            target[0] = parser.getText();
          } else if (name.equals("QueueName")) {
            target[0] = "http://" + request.host() + "/000000000000/" + parser.getText();
          } else if (name.equals("Entries")) {
            while (parser.nextToken() == JsonToken.START_OBJECT) {
              entries.add(StandInSqsEntry.read(parser, request.body()));
            }
          }
        });
    return new StandInCall(
        StandInService.SQS,
        request.action(),
        target[0],
        0,
        entries.stream().map(entry -> entry.to(target[0])).toList());
  }

  @Override
  public String publishing() {
    return "SendMessageBatch";
  }

  @Override
  public List<String> describing() {
    return List.of("GetQueueAttributes", "GetQueueUrl");
  }

  @Override
  public StandInResponse published(List<StandInResult> results) throws IOException {
    List<Map<String, Object>> successful = new ArrayList<>();
    List<Map<String, Object>> failed = new ArrayList<>();
    for (StandInResult result : results) {
      switch (result.fate()) {
        case StandInFate.Ok ok -> successful.add(sent(result, ok));
        case StandInFate.Failed(String code, String message, boolean senderFault) ->
            failed.add(
                Map.of(
                    "Id", result.entry().id(),
                    "Code", code,
                    "Message", message,
                    "SenderFault", senderFault));
      }
    }
    return response(Map.of("Successful", successful, "Failed", failed));
  }

  private static Map<String, Object> sent(StandInResult result, StandInFate.Ok ok) {
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("Id", result.entry().id());
    sent.put("MessageId", result.messageId(ok));
    sent.put("MD5OfMessageBody", StandInMd5.ofText(result.entry().body()));
    if (result.entry().content() instanceof StandInSqsEntry entry) {
      entry.checksums().forEach(sent::put);
    }
    if (result.numbered()) {
      sent.put("SequenceNumber", result.sequenceNumber());
    }
    return sent;
  }

  @Override
  public StandInResponse described(StandInCall call, Map<String, String> attributes)
      throws IOException {
    if (call.action().equals("GetQueueUrl")) {
      return response(Map.of("QueueUrl", call.target()));
    }
    Map<String, String> all = new LinkedHashMap<>();
    String name = call.target().substring(call.target().lastIndexOf('/') + 1);
    all.put("QueueArn", "arn:aws:sqs:us-east-1:000000000000:" + name);
    if (name.endsWith(".fifo")) {
      all.put("FifoQueue", "true");
    }
    all.putAll(attributes);
    return response(Map.of("Attributes", all));
  }

  @Override
  public StandInResponse refused(StandInAnswer.Refused refusal) throws IOException {
    String code =
        refusal.code().replace(OLD_PREFIX, "").replace("QueueDoesNotExist", "NonExistentQueue");
    String shape = code.equals("NonExistentQueue") ? "QueueDoesNotExist" : code;
    String old = PREFIXED_ONCE.contains(code) ? OLD_PREFIX + code : code;
    String fault = refusal.status() < 500 ? ";Sender" : ";Receiver";
    return new StandInResponse(
        refusal.status(),
        CONTENT_TYPE,
        Map.of("x-amzn-query-error", old + fault),
        StandInJson.bytes(
            Map.of("__type", "com.amazonaws.sqs#" + shape, "message", refusal.message())));
  }

  private static StandInResponse response(Map<String, ?> answer) throws IOException {
    return new StandInResponse(200, CONTENT_TYPE, StandInJson.bytes(answer));
  }
}
