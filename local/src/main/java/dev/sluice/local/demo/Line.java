package dev.sluice.local.demo;

/** A line of the terminal, as plain text and with its colours. */
record Line(String text, String ansi) {

  enum Tone {
    PLAIN(""),
    STRONG("1"),
    FAINT("2"),
    GOOD("32"),
    WAITS("33"),
    BAD("31"),
    ACCENT("36");

    private final String code;

    Tone(String code) {
      this.code = code;
    }

    private String on(String text) {
      return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
  }

  static final Line EMPTY = new Line("", "");

  static Line of(Tone tone, String text) {
    return EMPTY.and(tone, text);
  }

  Line and(Tone tone, String more) {
    return and(new Line(more, tone.on(more)));
  }

  Line and(String more) {
    return and(Tone.PLAIN, more);
  }

  Line and(Line more) {
    return new Line(text + more.text, ansi + more.ansi);
  }

  /** Spaces up to a column. */
  Line to(int column) {
    return and(" ".repeat(Math.max(1, column - text.length())));
  }
}
