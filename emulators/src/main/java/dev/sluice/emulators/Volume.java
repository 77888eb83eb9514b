package dev.sluice.emulators;

/** How many events a test uses: few in the quick suite, its full volume with {@code -Pfull}. */
public final class Volume {

  private static final boolean FULL = "full".equals(System.getProperty("sluice.suite"));

  private Volume() {}

  public static int of(int quick, int full) {
    return FULL ? full : quick;
  }
}
