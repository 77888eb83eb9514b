package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** SNS: the Query protocol, forms in and XML out. */
final class StandInSns implements StandInProtocol {

  private static final String NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/";

  @Override
  public StandInCall read(String action, byte[] body) {
    Part form = new Part(new String(body, ISO_8859_1), 0, body.length);
    String topic = form.value("TopicArn").orElse("");
    List<StandInEntry> entries = new ArrayList<>();
    int start = form.indexOf(member(1));
    while (start >= 0) {
      int next = form.text.indexOf(member(entries.size() + 2), start);
      entries.add(entry(topic, new Part(form.text, start, next < 0 ? form.end : next)));
      start = next;
    }
    return new StandInCall(form.value("Action").orElse(action), topic, 0, entries);
  }

  /** How every pair of the form begins that belongs to this entry; they stand together. */
  private static String member(int number) {
    return "&PublishBatchRequestEntries.member." + number + ".";
  }

  private static StandInEntry entry(String topic, Part part) {
    return new StandInEntry(
        topic,
        part.value(".Id").orElse(""),
        part.value(".MessageGroupId").orElse(null),
        part.value(".MessageDeduplicationId").orElse(null),
        () -> fields(part));
  }

  private static Map<String, Object> fields(Part part) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (int number = 1; part.indexOf(".entry." + number + ".") >= 0; number++) {
      String entry = ".entry." + number + ".";
      String name = part.value(entry + "Name").orElse("");
      for (String kind : List.of("StringValue", "BinaryValue")) {
        part.value(entry + "Value." + kind)
            .ifPresent(value -> attributes.put(name, Map.of(kind, value)));
      }
    }
    return Map.of("Message", part.value(".Message").orElse(""), "MessageAttributes", attributes);
  }

  /** Of a form. */
  private record Part(String text, int start, int end) {

    int indexOf(String wanted) {
      return text.indexOf(wanted, start, end);
    }

    /** Of the first pair whose key ends so. A value holds no '=': it is encoded. */
    Optional<String> value(String key) {
      int found = indexOf(key + "=");
      if (found < 0) {
        return Optional.empty();
      }
      int from = found + key.length() + 1;
      int to = text.indexOf('&', from, end);
      return Optional.of(URLDecoder.decode(text.substring(from, to < 0 ? end : to), UTF_8));
    }
  }

  @Override
  public String publishing() {
    return "PublishBatch";
  }

  @Override
  public String describing() {
    return "GetTopicAttributes";
  }

  @Override
  public StandInResponse published(List<Settled> entries) {
    StringBuilder successful = new StringBuilder(3000);
    StringBuilder failed = new StringBuilder();
    for (Settled settled : entries) {
      String id = text("Id", settled.entry().id());
      switch (settled.fate()) {
        case StandInFate.Ok() ->
            successful.append(tag("member", id + text("MessageId", settled.messageId())));
        case StandInFate.Failed(String code, String message, boolean senderFault) ->
            failed.append(
                tag(
                    "member",
                    id
                        + text("Code", code)
                        + text("Message", message)
                        + text("SenderFault", Boolean.toString(senderFault))));
      }
    }
    return answered(publishing(), tag("Successful", successful) + tag("Failed", failed));
  }

  @Override
  public StandInResponse described() {
    return answered(describing(), tag("Attributes", ""));
  }

  @Override
  public StandInResponse refused(StandInAnswer.Refused refusal) {
    String error =
        text("Type", refusal.status() < 500 ? "Sender" : "Receiver")
            + text("Code", refusal.code())
            + text("Message", refusal.message());
    return response(refusal.status(), "ErrorResponse", tag("Error", error) + requestId());
  }

  private static StandInResponse answered(String action, String result) {
    String content = tag(action + "Result", result) + tag("ResponseMetadata", requestId());
    return response(200, action + "Response", content);
  }

  private static StandInResponse response(int status, String root, String content) {
    String xml = "<" + root + " xmlns=\"" + NAMESPACE + "\">" + content + "</" + root + ">";
    return new StandInResponse(status, "text/xml", xml.getBytes(UTF_8));
  }

  private static String requestId() {
    return text("RequestId", new UUID(1, System.nanoTime()).toString());
  }

  private static String text(String tag, String content) {
    return tag(
        tag,
        content
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\r", "&#xD;"));
  }

  private static String tag(String tag, CharSequence content) {
    return "<" + tag + ">" + content + "</" + tag + ">";
  }
}
