package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/**
 * Walks the pairs of a URL-encoded form, or of a part of one, and decodes only what is asked for.
 */
final class StandInForm {

  private final byte[] bytes;
  private final int end;
  private int keyStart;
  private int keyEnd;
  private int next;

  StandInForm(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.end = end;
    this.next = start;
  }

  StandInForm(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Steps to the next pair. */
  boolean next() {
    if (next >= end) {
      return false;
    }
    keyStart = next;
    keyEnd = indexOf('=', keyStart);
    next = indexOf('&', keyEnd) + 1;
    return true;
  }

  /** Where this pair starts. */
  int start() {
    return keyStart;
  }

  /** Behind this pair. */
  int end() {
    return next - 1;
  }

  boolean keyStartsWith(String prefix) {
    if (keyEnd - keyStart < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (bytes[keyStart + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The key without so many characters at its start. */
  String keyFrom(int skipped) {
    int start = Math.min(keyStart + skipped, keyEnd);
    return new String(bytes, start, keyEnd - start, ISO_8859_1);
  }

  boolean keyEndsWith(String suffix) {
    int start = keyEnd - suffix.length();
    if (start < keyStart) {
      return false;
    }
    for (int i = 0; i < suffix.length(); i++) {
      if (bytes[start + i] != suffix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The number that follows so many characters of the key, and a dot. */
  int numberAt(int skipped) {
    int number = 0;
    for (int i = keyStart + skipped; i < keyEnd && bytes[i] != '.'; i++) {
      number = number * 10 + Character.digit(bytes[i], 10);
    }
    return number;
  }

  String value() {
    int from = Math.min(keyEnd + 1, end());
    byte[] decoded = new byte[end() - from];
    int length = 0;
    for (int i = from; i < end(); i++) {
      byte one = bytes[i];
      if (one == '%') {
        decoded[length++] =
            (byte)
                (HexFormat.fromHexDigit(bytes[i + 1]) << 4 | HexFormat.fromHexDigit(bytes[i + 2]));
        i += 2;
      } else {
        decoded[length++] = one == '+' ? (byte) ' ' : one;
      }
    }
    return new String(decoded, 0, length, UTF_8);
  }

  private int indexOf(char wanted, int from) {
    int i = from;
    while (i < end && bytes[i] != wanted) {
      i++;
    }
    return i;
  }
}
