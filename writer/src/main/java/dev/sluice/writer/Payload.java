package dev.sluice.writer;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** What the event says: JSON text or the caller's own bytes, each in a column of its own. */
sealed interface Payload {

  String contentType();

  /** The bytes that a destination has to carry. */
  int size();

  default @Nullable String text() {
    return null;
  }

  default byte @Nullable [] binary() {
    return null;
  }

  /** Goes to the column payload. */
  record Json(String text, String contentType, int size) implements Payload {
    public Json(String text, String contentType) {
      this(requireNonNull(text, "json"), contentType, Text.utf8Length(text));
    }

    public Json {
      requireNonNull(contentType, "content type");
    }
  }

  /** Goes to the column payload_binary. */
  record Bytes(byte[] binary, String contentType) implements Payload {
    public Bytes {
      requireNonNull(contentType, "content type");
    }

    @Override
    public int size() {
      return binary.length;
    }
  }
}
