package dev.sluice.local.demo;

import java.util.List;

/** Where the demo tells its story. */
interface View extends AutoCloseable {

  void show(Snapshot now);

  /** A step or a sentence, for whoever has no picture to look at. */
  void say(String line);

  /** How it ended; nothing is shown after that. */
  void tell(List<Line> lines);

  @Override
  void close();
}
