package dev.sluice.local.demo;

import dev.sluice.local.demo.Line.Span;
import dev.sluice.local.demo.Line.Tone;
import dev.sluice.local.demo.Recording.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An SVG of a terminal that plays again and again. A program that does not know SMIL shows the last
 * frame.
 */
final class TerminalPicture {

  private static final double CHARACTER = 8.4;
  private static final int LINE = 19;
  private static final int MARGIN = 18;
  private static final int LAST_FRAME_SECONDS = 8;

  /** Text at a place, for as long as it stands there. */
  private record Piece(int row, int column, Span span) {}

  private record Shown(double from, double to) {}

  private final List<Frame> frames;
  private final double end;

  private TerminalPicture(List<Frame> frames) {
    this.frames = frames;
    this.end = frames.getLast().at() + LAST_FRAME_SECONDS;
  }

  static String draw(List<Frame> frames) {
    return new TerminalPicture(List.copyOf(frames)).svg();
  }

  private String svg() {
    StringBuilder svg = new StringBuilder(head());
    pieces().forEach((piece, times) -> svg.append(text(piece, times)));
    return svg.append("</svg>\n").toString();
  }

  private String head() {
    int rows = frames.stream().mapToInt(frame -> frame.lines().size()).max().orElse(0);
    int width = (int) (Screen.WIDTH * CHARACTER) + 2 * MARGIN;
    int height = rows * LINE + 2 * MARGIN;
    StringBuilder head =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
            <title>./sluice demo, as it ran</title>
            <style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}
            """
                .formatted(width, height, width, height));
    for (Tone tone : Tone.values()) {
      head.append(".%s{fill:%s}".formatted(name(tone), tone.colour));
    }
    return head.append(
            """
            </style>
            <rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
            <rect width="0" height="0"><animate id="t" attributeName="x" begin="0s;t.end" dur="%ss"/></rect>
            """
                .formatted(seconds(end)))
        .toString();
  }

  private Map<Piece, List<Shown>> pieces() {
    Map<Piece, List<Shown>> pieces = new LinkedHashMap<>();
    for (int i = 0; i < frames.size(); i++) {
      Frame frame = frames.get(i);
      double to = i + 1 < frames.size() ? frames.get(i + 1).at() : end;
      for (int row = 0; row < frame.lines().size(); row++) {
        int column = 0;
        for (Span span : frame.lines().get(row).spans()) {
          if (!span.text().isBlank()) {
            Piece piece = piece(row, column, span);
            extend(pieces.computeIfAbsent(piece, _ -> new ArrayList<>()), frame.at(), to);
          }
          column += span.text().length();
        }
      }
    }
    return pieces;
  }

  /** Renderers differ in what they do with spaces at the ends. */
  private static Piece piece(int row, int column, Span span) {
    int indent = span.text().length() - span.text().stripLeading().length();
    return new Piece(row, column + indent, new Span(span.tone(), span.text().strip()));
  }

  private static void extend(List<Shown> times, double from, double to) {
    if (!times.isEmpty() && times.getLast().to() == from) {
      times.set(times.size() - 1, new Shown(times.getLast().from(), to));
    } else {
      times.add(new Shown(from, to));
    }
  }

  private String text(Piece piece, List<Shown> times) {
    boolean last = times.getLast().to() == end;
    return "<text x=\"%s\" y=\"%d\" class=\"%s\"%s>%s%s</text>\n"
        .formatted(
            seconds(MARGIN + piece.column() * CHARACTER),
            MARGIN + 14 + piece.row() * LINE,
            name(piece.span().tone()),
            last ? "" : " visibility=\"hidden\"",
            escaped(piece.span().text()),
            last ? hidden(times) : shown(times));
  }

  private static String shown(List<Shown> times) {
    StringBuilder sets = new StringBuilder();
    times.forEach(time -> sets.append(set("visible", time.from(), time.to())));
    return sets.toString();
  }

  /** What stands there at the end is hidden at all other times. */
  private String hidden(List<Shown> times) {
    StringBuilder sets = new StringBuilder();
    double from = frames.getFirst().at();
    for (Shown time : times) {
      if (time.from() > from) {
        sets.append(set("hidden", from, time.from()));
      }
      from = time.to();
    }
    return sets.toString();
  }

  private static String set(String value, double from, double to) {
    return "<set attributeName=\"visibility\" to=\"%s\" begin=\"t.begin+%ss\" dur=\"%ss\"/>"
        .formatted(value, seconds(from), seconds(to - from));
  }

  private static String seconds(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String name(Tone tone) {
    return tone.name().toLowerCase(Locale.ROOT);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
