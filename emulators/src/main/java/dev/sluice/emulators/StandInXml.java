package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Writes XML. */
final class StandInXml {

  private final StringBuilder text = new StringBuilder(3000);

  StandInXml open(String tag) {
    text.append('<').append(tag).append('>');
    return this;
  }

  /** The tag, in the namespace. */
  StandInXml open(String tag, String namespace) {
    text.append('<').append(tag).append(" xmlns=\"").append(namespace).append("\">");
    return this;
  }

  StandInXml close(String tag) {
    text.append("</").append(tag).append('>');
    return this;
  }

  StandInXml element(String tag, String content) {
    open(tag);
    escape(content);
    return close(tag);
  }

  byte[] bytes() {
    return text.toString().getBytes(UTF_8);
  }

  private void escape(String content) {
    for (int i = 0; i < content.length(); i++) {
      char one = content.charAt(i);
      switch (one) {
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '&' -> text.append("&amp;");
        case '"' -> text.append("&quot;");
        case '\r' -> text.append("&#xD;");
        default -> text.append(one);
      }
    }
  }
}
