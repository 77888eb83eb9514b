package dev.sluice.emulators;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** EventBridge: AWS JSON 1.1. */
final class StandInEventBridge implements StandInProtocol {

  private static final String CONTENT_TYPE = "application/x-amz-json-1.1";
  private static final String DEFAULT_BUS = "default";

  @Override
  public StandInCall read(StandInRequest request) throws IOException {
    List<StandInEntry> entries = new ArrayList<>();
    String[] name = {DEFAULT_BUS};
    StandInJson.walk(
        request.body(),
        (member, parser) -> {
          if (member.equals("Name")) {
            name[0] = parser.getText();
          } else if (member.equals("Entries")) {
            while (parser.nextToken() == JsonToken.START_OBJECT) {
              String[] bus = {DEFAULT_BUS};
              StandInJson.Slice event =
                  StandInJson.walk(
                      parser,
                      request.body(),
                      (field, value) ->
                          bus[0] = field.equals("EventBusName") ? value.getText() : bus[0]);
              String position = Integer.toString(entries.size() + 1);
              entries.add(new StandInEntry(bus[0], position, null, null, new StandInDetail(event)));
            }
          }
        });
    return new StandInCall(
        StandInService.EVENTBRIDGE,
        request.action(),
        entries.isEmpty() ? name[0] : entries.getFirst().target(),
        0,
        entries);
  }

  @Override
  public String publishing() {
    return "PutEvents";
  }

  @Override
  public List<String> describing() {
    return List.of("DescribeEventBus");
  }

  @Override
  public StandInResponse published(List<StandInResult> results) throws IOException {
    long failed = results.stream().filter(result -> !result.ok()).count();
    return response(
        Map.of(
            "FailedEntryCount",
            failed,
            "Entries",
            results.stream().map(StandInEventBridge::put).toList()));
  }

  private static Map<String, String> put(StandInResult result) {
    return switch (result.fate()) {
      case StandInFate.Ok ok -> Map.of("EventId", result.messageId(ok));
      case StandInFate.Failed(String code, String message, _) ->
          Map.of("ErrorCode", code, "ErrorMessage", message);
    };
  }

  @Override
  public StandInResponse described(StandInCall call, Map<String, String> attributes)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    String name = call.target().substring(call.target().lastIndexOf('/') + 1);
    all.put("Name", name);
    all.put("Arn", "arn:aws:events:us-east-1:000000000000:event-bus/" + name);
    all.putAll(attributes);
    return response(all);
  }

  @Override
  public StandInResponse refused(StandInAnswer.Refused refusal) throws IOException {
    return new StandInResponse(
        refusal.status(),
        CONTENT_TYPE,
        StandInJson.bytes(Map.of("__type", refusal.code(), "message", refusal.message())));
  }

  private static StandInResponse response(Map<String, ?> answer) throws IOException {
    return new StandInResponse(200, CONTENT_TYPE, StandInJson.bytes(answer));
  }
}
