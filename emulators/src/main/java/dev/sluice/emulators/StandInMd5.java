package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The checksums by which SQS says what it received; the SDK compares them with what it sent. */
final class StandInMd5 {

  private StandInMd5() {}

  /** Of an entry, by their names in the answer. */
  static Map<String, String> checksums(StandInEntry entry) {
    Map<String, String> checksums = new LinkedHashMap<>();
    checksums.put("MD5OfMessageBody", hex(digest().digest(entry.body().getBytes(UTF_8))));
    for (String kind : List.of("MessageAttributes", "MessageSystemAttributes")) {
      Map<String, Object> attributes = StandInJson.object(entry.fields().get(kind));
      if (!attributes.isEmpty()) {
        checksums.put("MD5Of" + kind, ofAttributes(attributes));
      }
    }
    return checksums;
  }

  /** By name: length and bytes of name, type and value, the value after one byte for its kind. */
  private static String ofAttributes(Map<String, Object> attributes) {
    MessageDigest digest = digest();
    new TreeMap<>(attributes)
        .forEach(
            (name, attribute) -> {
              Map<String, Object> fields = StandInJson.object(attribute);
              String type = StandInJson.text(fields.get("DataType"));
              boolean binary = type.startsWith("Binary");
              String value = StandInJson.text(fields.get(binary ? "BinaryValue" : "StringValue"));
              add(digest, name.getBytes(UTF_8));
              add(digest, type.getBytes(UTF_8));
              digest.update((byte) (binary ? 2 : 1));
              add(digest, binary ? Base64.getDecoder().decode(value) : value.getBytes(UTF_8));
            });
    return hex(digest.digest());
  }

  private static void add(MessageDigest digest, byte[] bytes) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }

  private static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
