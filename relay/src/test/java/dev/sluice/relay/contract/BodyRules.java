package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a consumer finds is what was published. */
interface BodyRules extends Contract {

  @ParameterizedTest
  @EnumSource
  default void bodyAndAttributesArrive(Format format) throws Exception {
    assertArrives(format, Sample.messages(25, 3));
  }

  @ParameterizedTest
  @EnumSource
  default void oddCharactersArriveAsTheyWere(Format format) throws Exception {
    assertArrives(format, OddText.everywhere());
  }

  @ParameterizedTest
  @EnumSource
  default void keyOfAThousandCharactersArrives(Format format) throws Exception {
    assertArrives(
        format, List.of(Sample.message("k".repeat(1_000)), Sample.message("ü€".repeat(500))));
  }

  @ParameterizedTest
  @EnumSource
  default void thirtyHeadersArrive(Format format) throws Exception {
    Map<String, String> headers = new LinkedHashMap<>();
    IntStream.range(0, 30).forEach(i -> headers.put("header-" + i, "value " + i));
    assertArrives(format, List.of(Sample.headers(Sample.message("key"), headers)));
  }

  @ParameterizedTest
  @EnumSource
  default void aMessageWithoutHeadersArrives(Format format) throws Exception {
    assertArrives(format, List.of(Sample.headers(Sample.message("key"), Map.of())));
  }

  @ParameterizedTest
  @EnumSource
  default void emptyAggregateIdArrives(Format format) throws Exception {
    assertArrives(format, List.of(Sample.named(Sample.message("key"), "OrderPlaced", "")));
  }

  @ParameterizedTest
  @EnumSource
  default void emptyBinaryPayloadArrives(Format format) throws Exception {
    assertArrives(format, List.of(Sample.binary(Sample.message("key"), new byte[0])));
  }

  @ParameterizedTest
  @EnumSource
  default void everyByteOfABinaryPayloadArrives(Format format) throws Exception {
    byte[] bytes = new byte[256];
    IntStream.range(0, bytes.length).forEach(i -> bytes[i] = (byte) i);
    assertArrives(format, List.of(Sample.binary(Sample.message("key"), bytes)));
  }

  @ParameterizedTest
  @EnumSource
  default void jsonThatIsNoObjectArrives(Format format) throws Exception {
    assertArrives(
        format,
        List.of(
            Sample.json(Sample.message("key"), "null"),
            Sample.json(Sample.message("key"), "[1, 2.50, \"three\"]"),
            Sample.json(Sample.message("key"), "\"text\"")));
  }

  private void assertArrives(Format format, List<OutboxMessage> messages) throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker(), broker().destination(format))) {
      harness.publish(messages).assertDelivered();
      harness.assertHolds(messages);
      Map<UUID, Received> received =
          harness.received(messages.size()).stream()
              .collect(Collectors.toMap(Received::id, Function.identity()));
      for (OutboxMessage message : messages) {
        assertThat(received.get(message.id())).satisfies(it -> assertSame(format, message, it));
      }
    }
  }

  private void assertSame(Format format, OutboxMessage message, Received received) {
    assertThat(text(received.body()))
        .as("body of %s as %s", message, format)
        .isEqualTo(text(broker().body(format, message)));
    assertThat(received.attributes())
        .as("attributes of %s as %s", message, format)
        .containsAllEntriesOf(broker().attributes(format, message));
  }

  /** Shows differences better than bytes do, and loses none. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)
        ? text
        : HexFormat.of().formatHex(bytes);
  }
}
