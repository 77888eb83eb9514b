package dev.sluice.relay.ops.status;

/** Whatever anybody named a stream, and whatever a broker said, is text and nothing else. */
final class Html {

  private Html() {}

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(Character.isISOControl(c) ? ' ' : c);
      }
    }
    return escaped.toString();
  }
}
