package dev.sluice.local.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keeps what another view shows, once a second, for a picture of it. */
final class Recording implements View {

  /** What stood there from that second on. */
  record Frame(double at, List<Line> lines) {
    Frame {
      lines = List.copyOf(lines);
    }
  }

  private final View view;
  private final Path file;
  private final List<Frame> frames = new ArrayList<>();
  private List<Line> latest = List.of();
  private long next;

  Recording(View view, Path file) {
    this.view = view;
    this.file = file;
  }

  @Override
  public synchronized void show(Snapshot now) {
    latest = Screen.render(now);
    if (now.seconds() >= next) {
      next = now.seconds() + 1;
      frames.add(new Frame(now.seconds(), latest));
    }
    view.show(now);
  }

  @Override
  public void say(String line) {
    view.say(line);
  }

  @Override
  public synchronized void tell(List<Line> lines) {
    List<Line> all = new ArrayList<>(latest);
    all.addAll(lines);
    frames.add(new Frame(next, all));
    view.tell(lines);
  }

  @Override
  public synchronized void close() {
    view.close();
    if (frames.isEmpty()) {
      return;
    }
    try {
      Files.writeString(file, TerminalPicture.draw(frames));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    } finally {
      frames.clear();
    }
  }
}
