package dev.sluice.writer;

import org.jspecify.annotations.Nullable;

/**
 * What the schema or every destination would refuse, found before it reaches the database: there, a
 * failing INSERT would abort the caller's transaction or, worse, the relay's.
 */
final class EventRules {

  /** Both are parts of an index entry, and PostgreSQL allows 2,704 bytes for the whole of it. */
  static final int MAX_STREAM_BYTES = 256;

  static final int MAX_KEY_BYTES = 2_048;

  private final OutboxEvent event;

  private EventRules(OutboxEvent event) {
    this.event = event;
  }

  static void check(OutboxEvent event) {
    EventRules rules = new EventRules(event);
    rules.name("stream", event.stream());
    rules.atMost("stream", event.stream(), MAX_STREAM_BYTES);
    rules.name("eventType", event.eventType());
    rules.name("aggregateType", event.aggregateType());
    rules.name("aggregateId", event.aggregateId());
    rules.name("key", event.key());
    rules.atMost("key", event.key(), MAX_KEY_BYTES);
    rules.name("contentType", event.contentType());
    event.headers().forEach(rules::header);
    rules.attempts(event.maxAttempts());
    rules.json(event.payload().text());
  }

  private void name(String field, @Nullable String text) {
    if (text == null) {
      return;
    }
    if (Text.isBlank(text)) {
      throw refuse(field, "is blank", "give it a name, or leave it out where it is optional");
    }
    encodable(field, text);
  }

  private void atMost(String field, String text, int maxBytes) {
    int bytes = Text.utf8Length(text);
    if (bytes > maxBytes) {
      throw refuse(
          field,
          "has " + bytes + " bytes, the limit is " + maxBytes,
          "shorten it, for instance to a hash of itself");
    }
  }

  private void header(String name, String value) {
    if (Text.isBlank(name)) {
      throw refuse("headers", "have a blank name", "name the header or leave it out");
    }
    encodable("headers", name);
    encodable("headers", value);
  }

  private void attempts(@Nullable Integer attempts) {
    if (attempts != null && attempts < 1) {
      throw refuse(
          "maxAttempts",
          "is " + attempts,
          "make it 1 or more, or leave it out and let the route decide");
    }
  }

  private void json(@Nullable String text) {
    if (text == null) {
      return;
    }
    encodable("payload", text);
    JsonSyntax.Fault fault = JsonSyntax.fault(text);
    if (fault != null) {
      throw refuse(
          "payload",
          "is not valid JSON at offset " + fault.offset() + ": expected " + fault.expected(),
          "write it with a JSON library, or send something else with bytes(..)");
    }
  }

  private void encodable(String field, String text) {
    int offset = Text.firstUnencodable(text);
    if (offset < 0) {
      return;
    }
    if (text.charAt(offset) == 0) {
      throw refuse(
          field,
          "contains U+0000 at offset " + offset,
          "remove it: PostgreSQL cannot store it in text");
    }
    throw refuse(
        field,
        "contains an unpaired surrogate at offset " + offset,
        "repair the text, it was probably cut in the middle of a character");
  }

  private UndeliverableEventException refuse(String field, String problem, String fix) {
    return event.label().refuse(field, problem, fix);
  }
}
