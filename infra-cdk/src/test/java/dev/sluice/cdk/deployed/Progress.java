package dev.sluice.cdk.deployed;

/** A deployment takes minutes: what it is at, for whoever watches. */
final class Progress {

  private Progress() {}

  static void say(String line) {
    System.err.println("deployment: " + line);
  }
}
