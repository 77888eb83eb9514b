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
    String form = "&" + new String(body, ISO_8859_1);
    String topic = value(form, "&TopicArn").orElse("");
    List<StandInEntry> entries = new ArrayList<>();
    int start = form.indexOf(member(1));
    while (start >= 0) {
      int next = form.indexOf(member(entries.size() + 2), start);
      entries.add(entry(topic, form.substring(start, next < 0 ? form.length() : next)));
      start = next;
    }
    return new StandInCall(value(form, "&Action").orElse(action), topic, 0, entries);
  }

  /** How every pair of the form begins that belongs to this entry; they stand together. */
  private static String member(int number) {
    return "&PublishBatchRequestEntries.member." + number + ".";
  }

  private static StandInEntry entry(String topic, String form) {
    return new StandInEntry(
        topic,
        value(form, ".Id").orElse(""),
        value(form, ".MessageGroupId").orElse(null),
        value(form, ".MessageDeduplicationId").orElse(null),
        () -> fields(form));
  }

  private static Map<String, Object> fields(String form) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (int number = 1; form.contains(".entry." + number + "."); number++) {
      String entry = ".entry." + number + ".";
      String name = value(form, entry + "Name").orElse("");
      for (String kind : List.of("StringValue", "BinaryValue")) {
        value(form, entry + "Value." + kind)
            .ifPresent(value -> attributes.put(name, Map.of(kind, value)));
      }
    }
    return Map.of("Message", value(form, ".Message").orElse(""), "MessageAttributes", attributes);
  }

  /** Of the first pair of the form whose key ends so. A value holds no '=': it is encoded. */
  private static Optional<String> value(String form, String key) {
    int found = form.indexOf(key + "=");
    if (found < 0) {
      return Optional.empty();
    }
    int start = found + key.length() + 1;
    int end = form.indexOf('&', start);
    return Optional.of(
        URLDecoder.decode(form.substring(start, end < 0 ? form.length() : end), UTF_8));
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
            successful.append(tag("member", id + text("MessageId", UUID.randomUUID().toString())));
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
    return text("RequestId", UUID.randomUUID().toString());
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
