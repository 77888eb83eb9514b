package dev.sluice.emulators;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** SQS: AWS JSON 1.0, with the error codes of its older protocol in a header. */
final class StandInSqs implements StandInProtocol {

  private static final String CONTENT_TYPE = "application/x-amz-json-1.0";
  private static final String OLD_PREFIX = "AWS.SimpleQueueService.";

  @Override
  public StandInCall read(String action, byte[] body) throws IOException {
    Map<String, Object> request = JSON.std.mapFrom(body);
    String queue = StandInJson.text(request.get("QueueUrl"));
    List<StandInEntry> entries = new ArrayList<>();
    for (Object entry : StandInJson.list(request.get("Entries"))) {
      Map<String, Object> fields = StandInJson.object(entry);
      entries.add(
          new StandInEntry(
              queue,
              StandInJson.text(fields.get("Id")),
              StandInJson.textOrNull(fields.get("MessageGroupId")),
              StandInJson.textOrNull(fields.get("MessageDeduplicationId")),
              () -> fields));
    }
    return new StandInCall(action, queue, 0, entries);
  }

  @Override
  public String publishing() {
    return "SendMessageBatch";
  }

  @Override
  public String describing() {
    return "GetQueueAttributes";
  }

  @Override
  public StandInResponse published(List<Settled> entries) throws IOException {
    List<Map<String, Object>> successful = new ArrayList<>();
    List<Map<String, Object>> failed = new ArrayList<>();
    for (Settled settled : entries) {
      switch (settled.fate()) {
        case StandInFate.Ok() -> successful.add(sent(settled));
        case StandInFate.Failed(String code, String message, boolean senderFault) ->
            failed.add(
                Map.of(
                    "Id", settled.entry().id(),
                    "Code", code,
                    "Message", message,
                    "SenderFault", senderFault));
      }
    }
    return response(Map.of("Successful", successful, "Failed", failed));
  }

  private static Map<String, Object> sent(Settled settled) {
    Map<String, Object> sent = new LinkedHashMap<>(StandInMd5.checksums(settled.entry()));
    sent.put("Id", settled.entry().id());
    sent.put("MessageId", settled.messageId());
    return sent;
  }

  @Override
  public StandInResponse described() throws IOException {
    return response(Map.of());
  }

  @Override
  public StandInResponse refused(StandInAnswer.Refused refusal) throws IOException {
    String code = refusal.code().replace(OLD_PREFIX, "");
    boolean missing = code.equals("NonExistentQueue") || code.equals("QueueDoesNotExist");
    String shape = missing ? "QueueDoesNotExist" : code;
    String old = missing ? OLD_PREFIX + "NonExistentQueue" : refusal.code();
    String fault = refusal.status() < 500 ? ";Sender" : ";Receiver";
    return new StandInResponse(
        refusal.status(),
        CONTENT_TYPE,
        Map.of("x-amzn-query-error", old + fault),
        JSON.std.asBytes(
            Map.of("__type", "com.amazonaws.sqs#" + shape, "message", refusal.message())));
  }

  private static StandInResponse response(Map<String, ?> answer) throws IOException {
    return new StandInResponse(200, CONTENT_TYPE, JSON.std.asBytes(answer));
  }
}
