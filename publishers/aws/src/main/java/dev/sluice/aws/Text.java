package dev.sluice.aws;

/** The text that SNS and SQS take: what XML 1.0 may hold, in UTF-8. */
public final class Text {

  private Text() {}

  static boolean isLegal(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20) {
        if (c != '\t' && c != '\n' && c != '\r') {
          return false;
        }
      } else if (c >= 0xD800) {
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else if (Character.isSurrogate(c) || c >= 0xFFFE) {
          return false;
        }
      }
    }
    return true;
  }

  /** The bytes that the text takes in UTF-8. */
  public static int bytes(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x800) {
        bytes += Character.isSurrogate(c) ? 1 : 2; // a pair is two chars and four bytes
      } else if (c >= 0x80) {
        bytes++;
      }
    }
    return bytes;
  }
}
