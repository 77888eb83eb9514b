package dev.sluice.relay.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row in PostgreSQL's binary format, read field by field. */
final class BinaryRow {

  private final byte[] bytes;
  private final int fields;
  private int at;

  BinaryRow(byte[] bytes, int offset) {
    this.bytes = bytes;
    this.at = offset;
    this.fields = (short) ((bytes[at++] << 8) | (bytes[at++] & 0xff));
  }

  /** The bytes of the whole row. */
  int size() {
    return bytes.length;
  }

  int fields() {
    return fields;
  }

  /** The length of the next field; -1 for NULL. */
  private int length() {
    return rawInt();
  }

  private int rawInt() {
    return (bytes[at++] << 24)
        | ((bytes[at++] & 0xff) << 16)
        | ((bytes[at++] & 0xff) << 8)
        | (bytes[at++] & 0xff);
  }

  int int16() {
    length();
    return (short) ((bytes[at++] << 8) | (bytes[at++] & 0xff));
  }

  int int32() {
    return int32(0);
  }

  int int32(int ifNull) {
    return length() < 0 ? ifNull : rawInt();
  }

  long int64() {
    return int64(0);
  }

  long int64(long ifNull) {
    return length() < 0 ? ifNull : rawLong();
  }

  private long rawLong() {
    long high = rawInt();
    return (high << 32) | (rawInt() & 0xffffffffL);
  }

  boolean bool() {
    length();
    return bytes[at++] != 0;
  }

  UUID uuid() {
    length();
    return new UUID(rawLong(), rawLong());
  }

  @Nullable String text() {
    int length = length();
    if (length < 0) {
      return null;
    }
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  byte @Nullable [] binary() {
    int length = length();
    if (length < 0) {
      return null;
    }
    byte[] value = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return value;
  }
}
