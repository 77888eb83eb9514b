package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The checksums by which SQS says what it received; the SDK compares them with what it sent. */
final class StandInMd5 {

  private static final byte[] STRING = {1};
  private static final byte[] BINARY = {2};

  private final MessageDigest digest = digest();

  private StandInMd5() {}

  static String ofText(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(UTF_8)));
  }

  /** By name: length and bytes of name, type and value, the value after one byte for its kind. */
  static String ofAttributes(Map<String, Object> attributes) {
    StandInMd5 md5 = new StandInMd5();
    new TreeMap<>(attributes)
        .forEach((name, attribute) -> md5.add(name, StandInJson.object(attribute)));
    return HexFormat.of().formatHex(md5.digest.digest());
  }

  private void add(String name, Map<String, Object> attribute) {
    add(name.getBytes(UTF_8));
    String type = StandInJson.text(attribute.get("DataType"));
    add(type.getBytes(UTF_8));
    if (type.startsWith("Binary")) {
      digest.update(BINARY);
      add(Base64.getDecoder().decode(StandInJson.text(attribute.get("BinaryValue"))));
    } else {
      digest.update(STRING);
      add(StandInJson.text(attribute.get("StringValue")).getBytes(UTF_8));
    }
  }

  private void add(byte[] bytes) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
