package dev.sluice.relay.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadLetterTest {

  private static final String QUEUED_AS = "application/json";

  private static DeadLetter letter(OutboxMessage event) {
    return new DeadLetter("main", event, "kafka:orders", 5, "TOO_LARGE", "2 of \"1\" bytes");
  }

  private static Map<String, Object> parsed(OutboxMessage message) throws Exception {
    return JSON.std.mapFrom(message.payload());
  }

  @Test
  void tellsAllThatIsKnownOfTheEventAndWhyItIsDead() throws Exception {
    assertThat(parsed(letter(Messages.json("{\"total\":9.90}")).message()))
        .containsEntry("id", Messages.ID.toString())
        .containsEntry("seq", "1")
        .containsEntry("stream", "orders")
        .containsEntry("type", "OrderPlaced")
        .containsEntry("key", "key-1")
        .containsEntry("aggregateType", "Order")
        .containsEntry("aggregateId", "42")
        .containsEntry("createdAt", Messages.CREATED_AT.toString())
        .containsEntry("traceId", "0af7651916cd43dd8448eb211c80319c")
        .containsEntry("destination", "kafka:orders")
        .containsEntry("attempts", "5")
        .containsEntry("code", "TOO_LARGE")
        .containsEntry("reason", "2 of \"1\" bytes")
        .containsEntry(
            "headers",
            Map.of("traceparent", Messages.TRACEPARENT, "tenant", "blue", "ce_id", "theirs"))
        .containsEntry("contentType", "application/json")
        .containsEntry("payload", Map.of("total", 9.90))
        .doesNotContainKeys("payloadEncoding", "payloadOmitted");
  }

  @Test
  void payloadIsEmbeddedVerbatim() {
    String odd = "{ \"b\":1.000, \"a\":1e2,\t\"b\":2 }";
    assertThat(letter(Messages.json(odd)).message().payload())
        .asString(StandardCharsets.UTF_8)
        .endsWith("\"payload\":" + odd + "}");
  }

  @Test
  void bytesTravelAsBase64() throws Exception {
    byte[] bytes = {0, -1, 'a', 127, -128};
    OutboxMessage message = letter(Messages.binary(bytes)).message();
    assertThat(parsed(message))
        .containsEntry("contentType", "application/avro")
        .containsEntry("payloadEncoding", "base64")
        .containsEntry("payload", Base64.getEncoder().encodeToString(bytes));
    assertThat(message.binary()).isFalse();
    assertThat(message.contentType()).isEqualTo(QUEUED_AS);
  }

  @Test
  void withoutPayloadItSaysHowLargeThatWas() throws Exception {
    OutboxMessage message = letter(Messages.json("\"" + "x".repeat(298) + "\"")).withoutPayload();
    assertThat(parsed(message))
        .containsEntry("id", Messages.ID.toString())
        .containsEntry("seq", "1")
        .containsEntry("code", "TOO_LARGE")
        .doesNotContainKey("payload");
    assertThat(parsed(message).get("payloadOmitted")).asString().startsWith("300 bytes");
  }

  @Test
  void payloadThatWasNotLoadedIsNotSaidToBeEmpty() throws Exception {
    assertThat(parsed(letter(Messages.json("")).withoutPayload()).get("payloadOmitted"))
        .asString()
        .startsWith("it was not loaded");
  }

  /** PostgreSQL takes a megabyte in each of them; a queue takes one in all. */
  @Test
  void withoutPayloadItFitsAnyQueue() throws Exception {
    OutboxMessage event = Messages.json("1");
    String huge = "\uD83D\uDE00".repeat(500_000);
    OutboxMessage large =
        new OutboxMessage(
            event.seq(),
            event.id(),
            event.stream(),
            huge,
            huge,
            "x" + huge,
            event.key(),
            event.payload(),
            event.binary(),
            huge,
            Map.of("huge", huge, "small", "kept"),
            event.createdAt(),
            event.attempt());
    OutboxMessage message =
        new DeadLetter("main", large, "fake:a", 1, "CODE", huge).withoutPayload();
    Map<String, String> attributes = message.attributes();
    assertThat(message.payload()).hasSizeLessThan(100_000);
    assertThat(attributes.toString()).hasSizeLessThan(100_000);
    assertThat(parsed(message)).containsEntry("headers", Map.of("small", "kept"));
    assertThat(parsed(message).get("type"))
        .asString()
        .startsWith("\uD83D\uDE00")
        .endsWith("\uDE00...");
  }

  @Test
  void queuedMessageIsStillTheEventAndCarriesItsTraceAndTheCode() {
    OutboxMessage event = Messages.json("1");
    OutboxMessage message = letter(event).message();
    assertThat(message.id()).isEqualTo(event.id());
    assertThat(message.key()).isEqualTo(event.key());
    assertThat(message.headers())
        .containsOnly(
            Map.entry("dead-letter-code", "TOO_LARGE"),
            Map.entry(OutboxMessage.TRACEPARENT, Messages.TRACEPARENT));
  }

  @Test
  void whatTheEventDoesNotHaveIsLeftOut() throws Exception {
    assertThat(parsed(letter(Messages.named("orders", "key-1", null)).message()))
        .doesNotContainKeys("aggregateType", "aggregateId")
        .containsEntry("payload", 1);
  }

  @Test
  void oddNamesAndReasonsAreReadBackAsTheyWere() throws Exception {
    String odd = "\"\\\u0001\u2028😀ü";
    OutboxMessage event = Messages.named("orders", odd, odd);
    assertThat(parsed(new DeadLetter("main", event, odd, 1, "CODE", odd).message()))
        .containsEntry("key", odd)
        .containsEntry("aggregateId", odd)
        .containsEntry("destination", odd)
        .containsEntry("reason", odd);
  }

  @Test
  void emptyPayloadsStillMakeJson() throws Exception {
    assertThat(parsed(letter(Messages.json("")).message())).containsEntry("payload", null);
    assertThat(parsed(letter(Messages.binary()).message())).containsEntry("payload", "");
  }

  /** A bare traceparent header that is no valid one is shown, and makes no trace id. */
  @Test
  void invalidTraceIsNoTraceId() throws Exception {
    assertThat(parsed(letter(Messages.traced("nonsense")).message()))
        .containsEntry("traceId", null)
        .containsEntry("headers", Map.of("traceparent", "nonsense"));
  }
}
