package dev.sluice.relay.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {

  @Test
  void rawIsThePayloadUntouched() {
    OutboxMessage message = Messages.json("{ \"a\" : 1 }");

    Body body = Body.of(Format.RAW, message);

    assertThat(body.bytes()).isSameAs(message.payload());
    assertThat(body.contentType()).isEqualTo("application/json");
  }

  @Test
  void envelopeNamesTheEventAndCarriesThePayload() throws Exception {
    assertThat(parsed(Format.ENVELOPE, Messages.json("{\"total\":9.90}")))
        .containsEntry("id", Messages.ID.toString())
        .containsEntry("type", "OrderPlaced")
        .containsEntry("source", "orders")
        .containsEntry("key", "key-1")
        .containsEntry("aggregateType", "Order")
        .containsEntry("aggregateId", "42")
        .containsEntry("occurredAt", "2026-11-18T10:15:30.123456Z")
        .containsEntry("traceId", "0af7651916cd43dd8448eb211c80319c")
        .containsEntry("payload", Map.of("total", 9.90))
        .doesNotContainKey("payloadEncoding");
  }

  @Test
  void envelopeEmbedsThePayloadVerbatim() {
    String odd = "{ \"b\":1.000, \"a\":1e2,\t\"b\":2 }";

    assertThat(Body.of(Format.ENVELOPE, Messages.json(odd)).bytes())
        .asString(StandardCharsets.UTF_8)
        .endsWith("\"payload\":" + odd + "}");
  }

  @Test
  void envelopeOfBytesSaysThatTheyAreBase64() throws Exception {
    byte[] bytes = {0, -1, 'a', 127, -128};

    assertThat(parsed(Format.ENVELOPE, Messages.binary(bytes)))
        .containsEntry("payload", Base64.getEncoder().encodeToString(bytes))
        .containsEntry("payloadEncoding", "base64")
        .containsEntry("payloadContentType", "application/avro");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      })
  void traceIdIsNullWithoutAValidTraceparent(String traceparent) throws Exception {
    assertThat(parsed(Format.ENVELOPE, Messages.traced(traceparent)))
        .containsEntry("traceId", null);
  }

  @Test
  void structuredCloudEventHasItsAttributesAndData() throws Exception {
    Body body = Body.of(Format.CLOUDEVENTS, Messages.json("{\"total\":1}"));

    assertThat(body.contentType()).startsWith("application/cloudevents+json");
    assertThat(JSON.std.mapFrom(body.bytes()))
        .containsEntry("specversion", "1.0")
        .containsEntry("id", Messages.ID.toString())
        .containsEntry("source", "/sluice/orders")
        .containsEntry("type", "OrderPlaced")
        .containsEntry("subject", "42")
        .containsEntry("time", "2026-11-18T10:15:30.123456Z")
        .containsEntry("datacontenttype", "application/json")
        .containsEntry("traceparent", Messages.TRACEPARENT)
        .containsEntry("partitionkey", "key-1")
        .containsEntry("aggregatetype", "Order")
        .containsEntry("data", Map.of("total", 1));
  }

  @Test
  void structuredCloudEventOfBytesHasDataBase64() throws Exception {
    assertThat(parsed(Format.CLOUDEVENTS, Messages.binary((byte) 1, (byte) -1)))
        .containsEntry("data_base64", "Af8=")
        .containsEntry("datacontenttype", "application/avro")
        .doesNotContainKey("data");
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"ENVELOPE", "CLOUDEVENTS"})
  void emptyPayloadsStillMakeJson(Format format) throws Exception {
    assertThat(parsed(format, Messages.json(""))).isNotEmpty();
    assertThat(parsed(format, Messages.binary())).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"ENVELOPE", "CLOUDEVENTS"})
  void oddNamesAreReadBackAsTheyWere(Format format) throws Exception {
    String odd = "\"\\\u0001\u2028😀ü";

    assertThat(parsed(format, Messages.named("orders", odd, odd)).values())
        .filteredOn(odd::equals)
        .hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      names = {"ENVELOPE", "CLOUDEVENTS"})
  void largePayloadsAreEmbeddedWhole(Format format) throws Exception {
    byte[] payload = new byte[300_000];
    Arrays.fill(payload, (byte) '7');
    payload[0] = '"';
    payload[payload.length - 1] = '"';

    String text = new String(payload, 1, payload.length - 2, StandardCharsets.US_ASCII);

    assertThat(parsed(format, Messages.json("\"" + text + "\"")).values()).contains(text);
  }

  private static Map<String, Object> parsed(Format format, OutboxMessage message) throws Exception {
    return JSON.std.mapFrom(Body.of(format, message).bytes());
  }
}
