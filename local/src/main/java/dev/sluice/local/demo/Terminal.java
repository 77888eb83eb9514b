package dev.sluice.local.demo;

import java.io.PrintStream;
import java.util.List;

/** Shows the demo: one picture that is redrawn in place, or a plain line now and then for a log. */
final class Terminal implements AutoCloseable {

  private static final int SECONDS_BETWEEN_LINES = 2;
  private static final String ESCAPE = "\u001b[";

  /** Without the cursor, and without wrapping: a line that wraps would move what is redrawn. */
  private static final String BEGIN = ESCAPE + "?25l" + ESCAPE + "?7l";

  private static final String END = ESCAPE + "?7h" + ESCAPE + "?25h";
  private static final String CLEAR_TO_END = ESCAPE + "K";

  private final PrintStream out;
  private final boolean live;
  private int drawn;
  private long nextLine;

  Terminal(PrintStream out, boolean live) {
    this.out = out;
    this.live = live;
  }

  synchronized void show(Snapshot now) {
    if (live) {
      redraw(Screen.render(now));
    } else if (now.seconds() >= nextLine) {
      nextLine = now.seconds() + SECONDS_BETWEEN_LINES;
      out.println(Screen.line(now));
    }
  }

  private void redraw(List<Line> lines) {
    StringBuilder frame = new StringBuilder(drawn == 0 ? BEGIN : ESCAPE + drawn + "F");
    lines.forEach(line -> frame.append(line.ansi()).append(CLEAR_TO_END).append('\n'));
    drawn = lines.size();
    out.print(frame);
    out.flush();
  }

  /** A step or a sentence; a picture shows it by itself. */
  synchronized void say(String line) {
    if (drawn == 0) {
      out.println(line);
    }
  }

  /** How it ended; nothing is shown after that. */
  synchronized void tell(List<Line> lines) {
    close();
    lines.forEach(line -> out.println(live ? line.ansi() : line.text()));
  }

  @Override
  public synchronized void close() {
    if (drawn > 0) {
      out.print(END);
      out.flush();
      drawn = 0;
    }
  }
}
