package dev.sluice.emulators;

import java.time.Duration;

/** Standard output may be a command's JSON: what is told to people goes to standard error. */
final class Progress {

  private Progress() {}

  static void say(String line) {
    System.err.println("emulators: " + line);
  }

  static String seconds(Duration time) {
    return "%d.%d s".formatted(time.toSeconds(), time.toMillisPart() / 100);
  }
}
