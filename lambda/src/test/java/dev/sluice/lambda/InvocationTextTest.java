package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.ShardSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.joda.time.DateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class InvocationTextTest {

  private static final String BOTH = "; send both, such as {\"lane\": 0, \"lanes\": 4}";
  private static final String NO_OBJECT =
      "the event is not a JSON object; send {\"lane\": 0, \"lanes\": 1},"
          + " {\"source\": \"sluice.nudge\"} or {}";

  private static Invocation parse(String text) throws IOException {
    return InvocationText.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @MethodSource
  void badEventIsRefusedInFull(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(text)).withMessage(message);
  }

  static Stream<Arguments> badEventIsRefusedInFull() {
    return Stream.of(
        argumentSet("text", "drain, please", NO_OBJECT),
        argumentSet("cutOff", "{\"lane\": 0", NO_OBJECT),
        argumentSet("array", "[{\"lane\": 0, \"lanes\": 4}]", NO_OBJECT),
        argumentSet("number", "5", NO_OBJECT),
        argumentSet("quotedText", "\"{}\"", NO_OBJECT),
        argumentSet("laneWithoutLanes", "{\"lane\": 0}", "'lanes' is missing" + BOTH),
        argumentSet("lanesWithoutLane", "{\"lanes\": 4}", "'lane' is missing" + BOTH),
        argumentSet(
            "laneIsAText",
            "{\"lane\": \"0\", \"lanes\": 4}",
            "'lane' is \"0\", not a small number" + BOTH),
        argumentSet(
            "lanesIsAList",
            "{\"lane\": 0, \"lanes\": [4]}",
            "'lanes' is [4], not a small number" + BOTH),
        argumentSet(
            "laneIsBroken",
            "{\"lane\": 0.5, \"lanes\": 4}",
            "'lane' is 0.5, not a small number" + BOTH),
        argumentSet(
            "laneIsHuge",
            "{\"lane\": 99999999999, \"lanes\": 4}",
            "'lane' is 99999999999, not a small number" + BOTH),
        argumentSet(
            "laneIsOutOfRange",
            "{\"lane\": 4, \"lanes\": 4}",
            "'lane' is 4; with 'lanes' = 4 it must be 0 to 3"),
        argumentSet(
            "laneIsNegative",
            "{\"lane\": -1, \"lanes\": 4}",
            "'lane' is -1; with 'lanes' = 4 it must be 0 to 3"),
        argumentSet("noLanes", "{\"lane\": 0, \"lanes\": 0}", "'lanes' is 0; it must be 1 to 16"),
        argumentSet(
            "moreLanesThanShards",
            "{\"lane\": 0, \"lanes\": 17}",
            "'lanes' is 17; it must be 1 to 16"));
  }

  @ParameterizedTest
  @MethodSource
  void goodEventIsTaken(String text, Invocation expected) throws IOException {
    assertThat(parse(text)).isEqualTo(expected);
  }

  static Stream<Arguments> goodEventIsTaken() {
    Invocation third = new Invocation(ShardSet.of(List.of(2, 6, 10, 14)), false);
    return Stream.of(
        argumentSet("schedule", "{\"lane\": 2, \"lanes\": 4}", third),
        argumentSet("onlyLane", "{\"lane\": 0, \"lanes\": 1}", Invocation.WHOLE),
        argumentSet(
            "lastOfAllLanes",
            "{\"lane\": 15, \"lanes\": 16}",
            new Invocation(ShardSet.of(15), false)),
        argumentSet(
            "extraFields",
            "{\"lane\": 2, \"why\": {\"because\": [1, null]}, \"lanes\": 4, \"source\": \"me\"}",
            third),
        argumentSet("nudge", "{\"source\": \"sluice.nudge\"}", new Invocation(ShardSet.ALL, true)),
        argumentSet(
            "nudgeOfALane",
            "{\"source\": \"sluice.nudge\", \"lane\": 15, \"lanes\": 16}",
            new Invocation(ShardSet.of(15), true)),
        argumentSet("emptyObject", "{}", Invocation.WHOLE),
        argumentSet("emptyBody", "", Invocation.WHOLE),
        argumentSet("blankBody", " \n", Invocation.WHOLE),
        argumentSet("null", "null", Invocation.WHOLE),
        argumentSet("nullLanes", "{\"lane\": null, \"lanes\": null}", Invocation.WHOLE),
        argumentSet("anyObject", "{\"Records\": []}", Invocation.WHOLE));
  }

  /**
   * EventBridge's event for the target of a schedule rule, written by the runtime's own library.
   */
  @Test
  void scheduledEventIsTaken() throws IOException {
    ScheduledEvent event = new ScheduledEvent();
    event.setId("53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa");
    event.setVersion("0");
    event.setSource("aws.events");
    event.setDetailType("Scheduled Event");
    event.setAccount("123456789012");
    event.setRegion("us-east-1");
    event.setTime(DateTime.parse("2026-11-18T12:00:00Z"));
    event.setResources(List.of("arn:aws:events:us-east-1:123456789012:rule/every-minute"));
    event.setDetail(Map.of());
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    LambdaEventSerializers.serializerFor(ScheduledEvent.class, getClass().getClassLoader())
        .toJson(event, text);
    String json = text.toString(StandardCharsets.UTF_8);
    assertThat(json).contains("\"detail-type\":\"Scheduled Event\"");
    assertThat(parse(json)).isEqualTo(Invocation.WHOLE);
  }
}
