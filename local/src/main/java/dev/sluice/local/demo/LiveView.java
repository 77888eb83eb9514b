package dev.sluice.local.demo;

import java.io.PrintStream;
import java.util.List;

/** Redraws one picture in place. What is said meanwhile stands in the picture. */
final class LiveView implements View {

  private static final String ESCAPE = "\u001b[";

  /** Without the cursor, and without wrapping: a line that wraps would move what is redrawn. */
  private static final String BEGIN = ESCAPE + "?25l" + ESCAPE + "?7l";

  private static final String END = ESCAPE + "?7h" + ESCAPE + "?25h";
  private static final String CLEAR_TO_END = ESCAPE + "K";

  private final PrintStream out;
  private int drawn;

  LiveView(PrintStream out) {
    this.out = out;
  }

  @Override
  public synchronized void show(Snapshot now) {
    List<Line> lines = Screen.render(now);
    StringBuilder frame = new StringBuilder(drawn == 0 ? BEGIN : ESCAPE + drawn + "F");
    lines.forEach(line -> frame.append(line.ansi()).append(CLEAR_TO_END).append('\n'));
    drawn = lines.size();
    out.print(frame);
    out.flush();
  }

  @Override
  public synchronized void say(String line) {
    if (drawn == 0) {
      out.println(line);
    }
  }

  @Override
  public synchronized void tell(List<Line> lines) {
    close();
    lines.forEach(line -> out.println(line.ansi()));
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
