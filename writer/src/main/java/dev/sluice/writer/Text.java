package dev.sluice.writer;

/** What PostgreSQL's text can hold: any Unicode that UTF-8 can encode, except U+0000. */
final class Text {

  private static final int NEXT_LINE = 0x85;

  private Text() {}

  /** The offset of the first U+0000 or unpaired surrogate, or -1. */
  static int firstUnencodable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return i;
      }
      if (Character.isSurrogate(c)) {
        if (!isPair(text, i)) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private static boolean isPair(String text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }

  /**
   * At least what any locale of PostgreSQL takes for white space, so that its CHECKs never fail.
   */
  static boolean isBlank(String text) {
    return text.codePoints()
        .allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == NEXT_LINE);
  }

  static int utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Half of a pair, which takes four bytes.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }
}
