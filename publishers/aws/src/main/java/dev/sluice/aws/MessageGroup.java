package dev.sluice.aws;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A key as a message group. FIFO topics and queues keep its order; standard queues, also behind a
 * topic, share their consumers fairly among groups.
 */
public final class MessageGroup {

  private static final int LONGEST = 128;

  private MessageGroup() {}

  /** The key itself where it may be a group, otherwise its digest: equal keys stay equal. */
  public static String of(String key) {
    boolean legal =
        !key.isEmpty() && key.length() <= LONGEST && key.chars().allMatch(c -> c > ' ' && c <= '~');
    return legal ? key : "sha256:" + digest(key);
  }

  private static String digest(String key) {
    try {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
