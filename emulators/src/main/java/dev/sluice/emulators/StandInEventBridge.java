package dev.sluice.emulators;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** EventBridge: AWS JSON 1.1. */
final class StandInEventBridge implements StandInProtocol {

  private static final String CONTENT_TYPE = "application/x-amz-json-1.1";

  @Override
  public StandInCall read(String action, byte[] body) throws IOException {
    Map<String, Object> request = JSON.std.mapFrom(body);
    List<StandInEntry> entries = new ArrayList<>();
    for (Object entry : StandInJson.list(request.get("Entries"))) {
      Map<String, Object> fields = StandInJson.object(entry);
      String bus = fields.getOrDefault("EventBusName", "default").toString();
      String position = Integer.toString(entries.size() + 1);
      entries.add(new StandInEntry(bus, position, null, null, () -> fields));
    }
    String target =
        entries.isEmpty() ? StandInJson.text(request.get("Name")) : entries.getFirst().target();
    return new StandInCall(action, target, 0, entries);
  }

  @Override
  public String publishing() {
    return "PutEvents";
  }

  @Override
  public String describing() {
    return "DescribeEventBus";
  }

  @Override
  public StandInResponse published(List<Settled> entries) throws IOException {
    long failed = entries.stream().filter(entry -> !entry.ok()).count();
    List<Map<String, String>> put = entries.stream().map(StandInEventBridge::put).toList();
    return response(200, Map.of("FailedEntryCount", failed, "Entries", put));
  }

  private static Map<String, String> put(Settled settled) {
    return switch (settled.fate()) {
      case StandInFate.Ok() -> Map.of("EventId", settled.messageId());
      case StandInFate.Failed(String code, String message, _) ->
          Map.of("ErrorCode", code, "ErrorMessage", message);
    };
  }

  @Override
  public StandInResponse described() throws IOException {
    return response(200, Map.of());
  }

  @Override
  public StandInResponse refused(StandInAnswer.Refused refusal) throws IOException {
    return response(
        refusal.status(), Map.of("__type", refusal.code(), "message", refusal.message()));
  }

  private static StandInResponse response(int status, Map<String, ?> answer) throws IOException {
    return new StandInResponse(status, CONTENT_TYPE, JSON.std.asBytes(answer));
  }
}
