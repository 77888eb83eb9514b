package dev.sluice.local.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A line of the terminal. */
record Line(List<Span> spans) {

  /** The look of a piece of text, by its code for terminals. */
  enum Tone {
    PLAIN(""),
    STRONG("1"),
    FAINT("2"),
    GOOD("32"),
    WAITS("33"),
    BAD("31"),
    ACCENT("36");

    final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  record Span(Tone tone, String text) {}

  static final Line EMPTY = new Line(List.of());

  Line {
    spans = List.copyOf(spans);
  }

  static Line of(Tone tone, String text) {
    return EMPTY.and(tone, text);
  }

  Line and(Tone tone, String text) {
    List<Span> more = new ArrayList<>(spans);
    more.add(new Span(tone, text));
    return new Line(more);
  }

  Line and(String text) {
    return and(Tone.PLAIN, text);
  }

  Line and(Line other) {
    Line all = this;
    for (Span span : other.spans) {
      all = all.and(span.tone(), span.text());
    }
    return all;
  }

  /** Spaces up to a column. */
  Line to(int column) {
    return and(" ".repeat(Math.max(1, column - length())));
  }

  int length() {
    return text().length();
  }

  String text() {
    return spans.stream().map(Span::text).collect(Collectors.joining());
  }

  String ansi() {
    return spans.stream().map(Line::ansi).collect(Collectors.joining());
  }

  private static String ansi(Span span) {
    return span.tone().code.isEmpty()
        ? span.text()
        : "\u001b[" + span.tone().code + "m" + span.text() + "\u001b[0m";
  }
}
