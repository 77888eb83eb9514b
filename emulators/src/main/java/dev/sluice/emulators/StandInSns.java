package dev.sluice.emulators;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** SNS: the Query protocol, forms in and XML out. */
final class StandInSns implements StandInProtocol {

  private static final String NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/";

  @Override
  public StandInCall read(StandInRequest request) {
    String action = "";
    String topic = "";
    Map<Integer, StandInSnsEntry> entries = new TreeMap<>();
    StandInForm form = new StandInForm(request.body());
    while (form.next()) {
      if (form.keyStartsWith("Action")) {
        action = form.value();
      } else if (form.keyStartsWith("TopicArn")) {
        topic = form.value();
      } else {
        StandInSnsEntry.collect(form, request.body(), entries);
      }
    }
    String target = topic;
    return new StandInCall(
        StandInService.SNS,
        action,
        target,
        0,
        entries.values().stream().map(entry -> entry.to(target)).toList());
  }

  @Override
  public String publishing() {
    return "PublishBatch";
  }

  @Override
  public List<String> describing() {
    return List.of("GetTopicAttributes");
  }

  @Override
  public StandInResponse published(List<StandInResult> results) {
    StandInXml xml = new StandInXml();
    xml.open("PublishBatchResponse", NAMESPACE).open("PublishBatchResult").open("Successful");
    results.stream().filter(StandInResult::ok).forEach(result -> member(xml, result));
    xml.close("Successful").open("Failed");
    results.stream().filter(result -> !result.ok()).forEach(result -> member(xml, result));
    xml.close("Failed").close("PublishBatchResult");
    return answered(xml, "PublishBatchResponse");
  }

  private static void member(StandInXml xml, StandInResult result) {
    xml.open("member").element("Id", result.entry().id());
    switch (result.fate()) {
      case StandInFate.Ok ok -> {
        xml.element("MessageId", result.messageId(ok));
        if (result.numbered()) {
          xml.element("SequenceNumber", result.sequenceNumber());
        }
      }
      case StandInFate.Failed(String code, String message, boolean senderFault) ->
          xml.element("Code", code)
              .element("Message", message)
              .element("SenderFault", Boolean.toString(senderFault));
    }
    xml.close("member");
  }

  @Override
  public StandInResponse described(StandInCall call, Map<String, String> attributes) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("TopicArn", call.target());
    if (call.target().endsWith(".fifo")) {
      all.put("FifoTopic", "true");
      all.put("ContentBasedDeduplication", "false");
    }
    all.putAll(attributes);
    StandInXml xml = new StandInXml();
    xml.open("GetTopicAttributesResponse", NAMESPACE).open("GetTopicAttributesResult");
    xml.open("Attributes");
    all.forEach(
        (name, value) ->
            xml.open("entry").element("key", name).element("value", value).close("entry"));
    xml.close("Attributes").close("GetTopicAttributesResult");
    return answered(xml, "GetTopicAttributesResponse");
  }

  @Override
  public StandInResponse refused(StandInAnswer.Refused refusal) {
    StandInXml xml = new StandInXml();
    xml.open("ErrorResponse", NAMESPACE).open("Error");
    xml.element("Type", refusal.status() < 500 ? "Sender" : "Receiver");
    xml.element("Code", refusal.code()).element("Message", refusal.message()).close("Error");
    xml.element("RequestId", requestId()).close("ErrorResponse");
    return new StandInResponse(refusal.status(), "text/xml", xml.bytes());
  }

  private static StandInResponse answered(StandInXml xml, String root) {
    xml.open("ResponseMetadata").element("RequestId", requestId()).close("ResponseMetadata");
    return new StandInResponse(200, "text/xml", xml.close(root).bytes());
  }

  private static String requestId() {
    return new UUID(1, System.nanoTime()).toString();
  }
}
