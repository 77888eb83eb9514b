package dev.sluice.writer;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a text is JSON as RFC 8259 and PostgreSQL's {@code json} type have it. Keeps its own
 * stack, so that no document overflows the thread's.
 */
final class JsonSyntax {

  /**
   * Deeper documents are refused: PostgreSQL and the consumers' parsers have limits of their own.
   */
  static final int MAX_DEPTH = 512;

  /** Where the text stops being JSON, and what would have been; never what is there instead. */
  record Fault(int offset, String expected) {}

  private enum Next {
    VALUE,
    VALUE_OR_CLOSE,
    NAME,
    NAME_OR_CLOSE,
    COLON,
    COMMA_OR_CLOSE,
    END,
    FAULT
  }

  private static final char NONE = '\uffff';

  private final String text;
  private final BitSet objects = new BitSet();
  private int depth;
  private int offset;
  private String expected = "";

  private JsonSyntax(String text) {
    this.text = text;
  }

  static @Nullable Fault fault(String text) {
    return new JsonSyntax(text).check();
  }

  private @Nullable Fault check() {
    Next next = Next.VALUE;
    while (next != Next.FAULT) {
      skipWhitespace();
      if (next == Next.END && offset == text.length()) {
        return null;
      }
      next = step(next);
    }
    return new Fault(offset, expected);
  }

  private Next step(Next next) {
    return switch (next) {
      case VALUE -> value();
      case VALUE_OR_CLOSE -> peek() == ']' ? close() : value();
      case NAME -> name("a name in quotes");
      case NAME_OR_CLOSE -> peek() == '}' ? close() : name("a name in quotes or '}'");
      case COLON -> take(':') ? Next.VALUE : refuse("':'");
      case COMMA_OR_CLOSE -> commaOrClose();
      case END -> refuse("the end of the document");
      case FAULT -> Next.FAULT;
    };
  }

  private Next value() {
    char c = peek();
    if (c == '{') {
      return open(true);
    }
    if (c == '[') {
      return open(false);
    }
    boolean good =
        switch (c) {
          case '"' -> string();
          case 't' -> word("true");
          case 'f' -> word("false");
          case 'n' -> word("null");
          default -> (c == '-' || isDigit(c)) ? number() : expect("a value");
        };
    return good ? afterValue() : Next.FAULT;
  }

  private Next open(boolean object) {
    if (depth == MAX_DEPTH) {
      return refuse("at most " + MAX_DEPTH + " levels of nesting");
    }
    offset++;
    objects.set(depth++, object);
    return object ? Next.NAME_OR_CLOSE : Next.VALUE_OR_CLOSE;
  }

  private Next close() {
    offset++;
    depth--;
    return afterValue();
  }

  private Next afterValue() {
    return depth == 0 ? Next.END : Next.COMMA_OR_CLOSE;
  }

  private Next commaOrClose() {
    boolean object = objects.get(depth - 1);
    if (peek() == (object ? '}' : ']')) {
      return close();
    }
    if (take(',')) {
      return object ? Next.NAME : Next.VALUE;
    }
    return refuse(object ? "',' or '}'" : "',' or ']'");
  }

  private Next name(String wanted) {
    if (peek() != '"') {
      return refuse(wanted);
    }
    return string() ? Next.COLON : Next.FAULT;
  }

  private boolean string() {
    offset++;
    while (!take('"')) {
      if (offset == text.length()) {
        return expect("'\"' at the end of a string");
      }
      if (peek() < ' ') {
        return expect("an escape such as \\n instead of a control character");
      }
      if (take('\\')) {
        if (!escape()) {
          return false;
        }
      } else {
        offset++;
      }
    }
    return true;
  }

  private boolean escape() {
    if (take('u')) {
      for (int i = 0; i < 4; i++, offset++) {
        if (!isHexDigit(peek())) {
          return expect("four hexadecimal digits after \\u");
        }
      }
      return true;
    }
    if ("\"\\/bfnrt".indexOf(peek()) < 0) {
      return expect("one of \" \\ / b f n r t u after a backslash");
    }
    offset++;
    return true;
  }

  private boolean word(String word) {
    return text.startsWith(word, offset) ? advance(word.length()) : expect("a value");
  }

  private boolean number() {
    take('-');
    boolean good = take('0') || digits();
    if (good && take('.')) {
      good = digits();
    }
    if (good && (take('e') || take('E'))) {
      if (!take('+')) {
        take('-');
      }
      good = digits();
    }
    return good;
  }

  private boolean digits() {
    if (!isDigit(peek())) {
      return expect("a digit");
    }
    while (isDigit(peek())) {
      offset++;
    }
    return true;
  }

  private void skipWhitespace() {
    while (" \t\n\r".indexOf(peek()) >= 0) {
      offset++;
    }
  }

  /** The end looks like U+FFFF, which is not a token; inside of a string it is told apart. */
  private char peek() {
    return offset < text.length() ? text.charAt(offset) : NONE;
  }

  private boolean take(char c) {
    return peek() == c && advance(1);
  }

  private boolean advance(int length) {
    offset += length;
    return true;
  }

  private boolean expect(String wanted) {
    expected = wanted;
    return false;
  }

  private Next refuse(String wanted) {
    expected = wanted;
    return Next.FAULT;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }
}
