package dev.sluice.emulators;

/** Standard output may be a command's JSON: what is told to people goes to standard error. */
final class Progress {

  private Progress() {}

  static void say(String line) {
    System.err.println("emulators: " + line);
  }
}
