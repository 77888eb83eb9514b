package dev.sluice.relay.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Writes one flat JSON object straight into UTF-8: rendering is on the path of every event. */
public final class JsonBytes {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private byte[] buffer;
  private int length;

  public JsonBytes(int expected) {
    buffer = new byte[Math.max(16, expected)];
    append('{');
  }

  public JsonBytes field(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      append(NULL);
    } else {
      string(value);
    }
    return this;
  }

  /** Embeds JSON text as it is; text of no length, which is no JSON, becomes null. */
  public JsonBytes json(String name, byte[] json) {
    name(name);
    append(json.length == 0 ? NULL : json);
    return this;
  }

  public JsonBytes base64(String name, byte[] bytes) {
    name(name);
    append('"');
    append(Base64.getEncoder().encode(bytes));
    append('"');
    return this;
  }

  public byte[] finish() {
    append('}');
    return length == buffer.length ? buffer : Arrays.copyOf(buffer, length);
  }

  private void name(String name) {
    if (length > 1) {
      append(',');
    }
    string(name);
    append(':');
  }

  private void string(String text) {
    int end = text.length();
    // Six bytes are the longest that one char becomes: \u001f.
    reserve(6 * end + 2);
    buffer[length++] = '"';
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        ascii(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < end
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        supplementary(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        // Half a surrogate pair has no UTF-8: the replacement character says that something was
        // there.
        basic(Character.isSurrogate(c) ? '\uFFFD' : c);
      }
    }
    buffer[length++] = '"';
  }

  private void ascii(char c) {
    if (c == '"' || c == '\\') {
      buffer[length++] = '\\';
      buffer[length++] = (byte) c;
    } else if (c >= 0x20) {
      buffer[length++] = (byte) c;
    } else {
      control(c);
    }
  }

  private void control(char c) {
    buffer[length++] = '\\';
    switch (c) {
      case '\n' -> buffer[length++] = 'n';
      case '\r' -> buffer[length++] = 'r';
      case '\t' -> buffer[length++] = 't';
      default -> {
        buffer[length++] = 'u';
        buffer[length++] = '0';
        buffer[length++] = '0';
        buffer[length++] = HEX[c >> 4];
        buffer[length++] = HEX[c & 15];
      }
    }
  }

  private void basic(char c) {
    if (c < 0x800) {
      buffer[length++] = (byte) (0xC0 | (c >> 6));
    } else {
      buffer[length++] = (byte) (0xE0 | (c >> 12));
      buffer[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    }
    buffer[length++] = (byte) (0x80 | (c & 0x3F));
  }

  private void supplementary(int codePoint) {
    buffer[length++] = (byte) (0xF0 | (codePoint >> 18));
    buffer[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
    buffer[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
    buffer[length++] = (byte) (0x80 | (codePoint & 0x3F));
  }

  private void append(char c) {
    reserve(1);
    buffer[length++] = (byte) c;
  }

  private void append(byte[] bytes) {
    reserve(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
