package dev.sluice.local;

/** AWS ships the runtime client's native library for Linux alone. */
final class RuntimePlatform {

  private RuntimePlatform() {}

  static void check() {
    String system = System.getProperty("os.name", "");
    if (!system.equals("Linux")) {
      throw new UnsupportedOperationException(
          "AWS' Lambda runtime client runs on Linux only, and this is "
              + system
              + "; use a Linux machine, container or WSL");
    }
  }
}
