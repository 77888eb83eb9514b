package dev.sluice.aws.sns;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Names and values as {@code application/x-www-form-urlencoded}. */
final class FormBytes {

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final boolean[] PLAIN = plain();

  private byte[] bytes = new byte[16 * 1024];
  private int length;

  private static boolean[] plain() {
    boolean[] plain = new boolean[128];
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.*"
        .chars()
        .forEach(c -> plain[c] = true);
    return plain;
  }

  void add(String name, String value) {
    if (length > 0) {
      put((byte) '&');
    }
    encode(name);
    put((byte) '=');
    encode(value);
  }

  byte[] finish() {
    return Arrays.copyOf(bytes, length);
  }

  private void encode(String text) {
    int size = text.length();
    reserve(size);
    for (int i = 0; i < size; i++) {
      char c = text.charAt(i);
      if (c < 128 && PLAIN[c]) {
        bytes[length++] = (byte) c;
      } else {
        escape(text.substring(i));
        return;
      }
    }
  }

  /** From the first character on that needs it. */
  private void escape(String rest) {
    byte[] utf8 = rest.getBytes(StandardCharsets.UTF_8);
    reserve(3 * utf8.length);
    for (byte b : utf8) {
      if (b >= 0 && PLAIN[b]) {
        bytes[length++] = b;
      } else if (b == ' ') {
        bytes[length++] = '+';
      } else {
        bytes[length++] = '%';
        bytes[length++] = HEX[(b >> 4) & 15];
        bytes[length++] = HEX[b & 15];
      }
    }
  }

  private void put(byte b) {
    reserve(1);
    bytes[length++] = b;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
