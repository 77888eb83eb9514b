package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutboxEventTest {

  private static final String SECRET = "4111-1111-1111-1111";

  @Test
  void everythingButThePayloadHasADefault() {
    OutboxEvent event = OutboxEvent.of("orders", "OrderPlaced").json("{}").build();

    assertThat(event.id().version()).isEqualTo(7);
    assertThat(event.key()).isEqualTo(event.id().toString());
    assertThat(event.contentType()).isEqualTo("application/json");
    assertThat(event.headers()).isEmpty();
    assertThat(event.headersJson()).isNull();
    assertThat(event.maxAttempts()).isNull();
  }

  @Test
  void keyIsTheCallersElseTheAggregatesElseTheEvents() {
    UUID id = UUID.randomUUID();
    OutboxEvent.Builder event = OutboxEvent.of("orders", "OrderPlaced").json("{}").id(id);

    assertThat(event.build().key()).isEqualTo(id.toString());
    assertThat(event.aggregate("Order", "42").build().key()).isEqualTo("42");
    assertThat(event.key("customer-7").build().key()).isEqualTo("customer-7");
    assertThat(event.key(null).build().key()).isEqualTo("42");
  }

  @Test
  void eventDoesNotChangeWithWhatItWasMadeOf() {
    byte[] bytes = {1, 2};
    Map<String, String> headers = new LinkedHashMap<>(Map.of("a", "1"));
    OutboxEvent.Builder builder =
        OutboxEvent.of("s", "t").bytes(bytes, "avro/binary").headers(headers);
    OutboxEvent event = builder.build();

    bytes[0] = 9;
    headers.put("b", "2");
    builder.header("c", "3");

    assertThat(event.payload().binary()).containsExactly(1, 2);
    assertThat(event.headers()).containsExactly(Map.entry("a", "1"));
  }

  @Test
  void lastPayloadAndLastHeaderWin() {
    OutboxEvent event =
        OutboxEvent.of("s", "t")
            .bytes(new byte[0], "avro/binary")
            .json("1", "application/cloudevents+json")
            .header("a", "1")
            .headers(Map.of("a", "2"))
            .traceparent(null)
            .build();

    assertThat(event.payload().text()).isEqualTo("1");
    assertThat(event.payload().binary()).isNull();
    assertThat(event.contentType()).isEqualTo("application/cloudevents+json");
    assertThat(event.headers()).containsExactly(Map.entry("a", "2"));
  }

  @Test
  void traceparentIsAHeader() {
    OutboxEvent event = OutboxEvent.of("s", "t").json("1").traceparent("00-a-b-01").build();

    assertThat(event.headersJson()).isEqualTo("{\"traceparent\": \"00-a-b-01\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u0085", "\u2003"})
  void blankNameIsRefused(String blank) {
    assertRefused("stream", OutboxEvent.of(blank, "t").json("1"));
    assertRefused("eventType", OutboxEvent.of("s", blank).json("1"));
    assertRefused("key", event(e -> e.key(blank)));
    assertRefused("aggregateType", event(e -> e.aggregate(blank, "1")));
    assertRefused("aggregateId", event(e -> e.aggregate("Order", blank)));
    assertRefused("contentType", event(e -> e.json("1", blank)));
    assertRefused("headers", event(e -> e.header(blank, "1")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000", "\ud83d", "a\ude80b", "\ud83d\ud83d\ude80"})
  void textThatPostgresCannotHoldIsRefused(String text) {
    assertRefused("stream", OutboxEvent.of(text, "t").json("1"));
    assertRefused("eventType", OutboxEvent.of("s", text).json("1"));
    assertRefused("key", event(e -> e.key(text)));
    assertRefused("aggregateType", event(e -> e.aggregate(text, "1")));
    assertRefused("aggregateId", event(e -> e.aggregate("Order", text)));
    assertRefused("contentType", event(e -> e.json("1", text)));
    assertRefused("headers", event(e -> e.header(text, "1")));
    assertRefused("headers", event(e -> e.header("a", text)));
    assertRefused("payload", event(e -> e.json("\"" + text + "\"")));
  }

  @Test
  void nameThatNoIndexCanHoldIsRefused() {
    assertRefused("stream", OutboxEvent.of("é".repeat(129), "t").json("1"));
    assertRefused("key", event(e -> e.key("é".repeat(1_025))));
    assertRefused("key", event(e -> e.aggregate("Order", "é".repeat(1_025))));
    assertThat(event(e -> e.key("é".repeat(1_024))).build().key()).hasSize(1_024);
  }

  @Test
  void missingPayloadAndNoAttemptsAreRefused() {
    assertRefused("payload", OutboxEvent.of("s", "t"));
    assertRefused("maxAttempts", event(e -> e.maxAttempts(0)));
    assertThat(event(e -> e.maxAttempts(1)).build().maxAttempts()).isEqualTo(1);
  }

  @Test
  void refusalNamesTheEventAndTheFixAndNeverThePayload() {
    UUID id = UUID.randomUUID();
    UndeliverableEventException refusal =
        refusal(OutboxEvent.of("orders", "Paid").id(id).json("{\"card\": \"" + SECRET + "\""));

    assertThat(refusal)
        .hasMessage(
            "Refused event %s (orders/Paid): payload is not valid JSON at offset 30: expected ','"
                + " or '}'; write it with a JSON library, or send something else with bytes(..).",
            id);
    assertThat(refusal.eventId()).isEqualTo(id);
    assertThat(refusal.stream()).isEqualTo("orders");
    assertThat(refusal.eventType()).isEqualTo("Paid");
    assertThat(refusal.field()).isEqualTo("payload");
    assertThat(refusal.problem()).doesNotContain(SECRET);
    assertThat(refusal.fix()).isNotBlank();
  }

  @Test
  void messageIsOneLineWhateverTheNames() {
    String name = "a\nb\u0000\ud800" + "x".repeat(1_000);

    assertThat(refusal(OutboxEvent.of(name, name).json("1")).getMessage())
        .doesNotContain("\n", "\u0000", "\ud800")
        .hasSizeLessThan(500);
  }

  @Test
  void eventNamesItselfWithoutItsPayload() {
    OutboxEvent event = OutboxEvent.of("orders", "Paid").json("\"" + SECRET + "\"").build();

    assertThat(event).hasToString("event " + event.id() + " (orders/Paid)");
  }

  @Test
  void limitMustBePositive() {
    assertThatIllegalArgumentException().isThrownBy(() -> Outbox.builder().maxPayloadBytes(0));
  }

  @Test
  void nullIsNamed() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("a", null);

    assertThatNullPointerException()
        .isThrownBy(() -> OutboxEvent.of("s", "t").headers(headers))
        .withMessage("header value");
  }

  private static OutboxEvent.Builder event(Consumer<OutboxEvent.Builder> change) {
    OutboxEvent.Builder event = OutboxEvent.of("orders", "OrderPlaced").json("1");
    change.accept(event);
    return event;
  }

  private static void assertRefused(String field, OutboxEvent.Builder event) {
    assertThat(refusal(event).field()).isEqualTo(field);
  }

  private static UndeliverableEventException refusal(OutboxEvent.Builder event) {
    return Objects.requireNonNull(
        catchThrowableOfType(UndeliverableEventException.class, event::build));
  }
}
